import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Filters from outside the program: the attributes that they may use, and the limits on them.
@Suite struct FilterAllowanceTests {
    private static let allowance = FilterAllowance(
        [
            AttributePath("extra"), AttributePath("next"),
            AttributePath("extra", through: ["next"]), AttributePath("others"),
        ], FilterLimits())

    private static func parse(
        _ text: String, _ allowance: FilterAllowance = allowance
    ) throws -> FilterExpression {
        let store = try TestStore()
        try store.database.performChanges { try FilterStackTests.define($0) }
        let snapshot = try store.database.snapshot()
        return try allowance.parse(
            text, schema: try snapshot.definition("Node").schema,
            entities: snapshot.catalog.finder)
    }

    private static func refusal(_ text: String, _ limits: FilterLimits) -> String? {
        let allowance = FilterAllowance([AttributePath("extra"), AttributePath("next")], limits)
        do { _ = try parse(text, allowance) } catch {
            guard let error = error as? StoreError, error.code == .invalidValue else { return nil }
            return error.message
        }
        return nil
    }

    @Test(arguments: [
        "extra == nil", "!(next == 1) || next == 2 && next.extra != nil", "next in [1, 2]",
        "others.count > 1", "extra.contains { $0 == 1 }", "next in 1...3", "next == next",
    ])
    func `a filter of allowed attributes is the one that it is without the list`(
        text: String
    ) throws {
        let store = try TestStore()
        try store.database.performChanges { try FilterStackTests.define($0) }
        let snapshot = try store.database.snapshot()
        let plain = try FilterParser.parse(
            text, schema: try snapshot.definition("Node").schema,
            entities: snapshot.catalog.finder)
        #expect(try Self.parse(text) == plain)
    }

    @Test(arguments: [
        "id == 1", "next.id == 1", "next.next == 1", "others.contains { extra == nil }",
        "Node.next.count > 1", "next == id", "extra == nil || id == 2", "no == 1",
    ])
    func `a filter of another attribute or of other objects is refused`(text: String) {
        let error = storeError { _ = try Self.parse(text) }
        #expect(error?.code == .invalidValue)
    }

    @Test func `each limit is checked`() {
        var limits = FilterLimits()
        limits.textSizeMax = 12
        #expect(Self.refusal("extra == nil", limits) == nil)
        #expect(Self.refusal(" extra == nil", limits)?.contains("12 bytes") == true)
        limits = FilterLimits()
        limits.testsMax = 2
        #expect(Self.refusal("next == 1 || next == 2", limits) == nil)
        #expect(
            Self.refusal("next == 1 || next == 2 || next == 3", limits)?.contains("2 tests") == true
        )
        limits = FilterLimits()
        limits.valuesMax = 2
        #expect(Self.refusal("next in [1, 2]", limits) == nil)
        #expect(Self.refusal("next in [1, 2, 3]", limits)?.contains("2 values") == true)
    }

    @Test func `the attributes and the number of sorts are checked`() throws {
        try Self.allowance.check([SortTerm("next"), SortTerm("others")])
        #expect(storeError { try Self.allowance.check([SortTerm("id")]) }?.code == .invalidValue)
        let many = Array(repeating: SortTerm("next"), count: FilterLimits().testsMax + 1)
        #expect(storeError { try Self.allowance.check(many) }?.message.contains("sorts") == true)
    }

    // MARK: Tests that only a store can encode

    private static func deferred(_ attribute: String, _ value: Int64) -> FilterExpression {
        .deferred(
            DeferredTest(attribute, [value]) { context in
                guard let offset = context as? Int64 else {
                    throw StoreError(.invalidValue, "no offset")
                }
                return .comparison(attribute, .equal, .int(value + offset))
            })
    }

    @Test func `a deferred test is resolved wherever it is`() throws {
        func filter(_ test: FilterExpression) -> FilterExpression {
            .or([
                .not(test), .and([test, .reference("next", test)]),
                .members("others", .any, test), .inner("extra", .someElement, test),
                .elements("extra", [test]),
                .referrers(Referrers("Node", by: "next"), .objects(.any, test)),
            ])
        }
        let deferred = filter(Self.deferred("next", 5))
        #expect(deferred.isDeferred)
        let plain = filter(.comparison("next", .equal, .int(7)))
        #expect(!plain.isDeferred)
        #expect(try deferred.resolved(in: Int64(2)) == plain)
        #expect(try plain.resolved(in: "nothing") == plain)
        let error = storeError { _ = try deferred.resolved(in: "nothing") }
        #expect(error?.message == "no offset")
    }

    @Test func `deferred tests are equal if their attributes and values are`() {
        #expect(Self.deferred("next", 1) == Self.deferred("next", 1))
        #expect(Self.deferred("next", 1) != Self.deferred("next", 2))
        #expect(Self.deferred("next", 1) != Self.deferred("id", 1))
        #expect(Self.deferred("next", 1).hashValue == Self.deferred("next", 1).hashValue)
        struct Odd: Sendable {}
        let odd = FilterExpression.deferred(DeferredTest("next", [Odd()]) { _ in .all })
        #expect(odd == odd)
        #expect(odd != .deferred(DeferredTest("next", [Odd()]) { _ in .all }))
    }

    @Test func `a deferred test counts for the limits, and a query refuses it`() throws {
        let store = try TestStore()
        try store.database.performChanges { try FilterStackTests.define($0) }
        let snapshot = try store.database.snapshot()
        let schema = try snapshot.definition("Node").schema
        func check(_ filter: FilterExpression) throws(StoreError) {
            try Self.allowance.check(filter, entities: snapshot.catalog.finder) { schema }
        }
        try check(Self.deferred("next", 1))
        #expect(storeError { try check(Self.deferred("id", 1)) } != nil)
        let query = Query(entity: "Node", filter: Self.deferred("next", 1))
        let error = storeError { _ = try store.database.snapshot().count(query) }
        #expect(error?.code == .invalidValue)
    }
}
