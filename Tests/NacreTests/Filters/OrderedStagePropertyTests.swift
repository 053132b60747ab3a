import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Attributes whose stages keep order, indexed and not, compared with Swift's own order of their
/// values.
@Suite struct OrderedStagePropertyTests {
    private static let fields = Dance.Fields(FieldPath())

    private static let dances = Generator<Shown<[Dance]>> { choices throws(Rejection) in
        var dances: [Dance] = []
        for id in 0..<12 { dances.append(try Dance.sample(id: id, from: &choices)) }
        return Shown(dances)
    }

    @Test func `filters by order work through stages that keep it`() {
        let fields = Self.fields
        property("filters", runs: 10, Self.dances) { shown in
            let dances = shown.value
            let store = try Store.inMemory(Dance.self)
            try store.performChanges { try $0.insert(contentsOf: dances) }
            let expectations =
                tests(fields.token, dances) { $0.token } + tests(fields.key, dances) { $0.key }
                + tests(fields.tempo, dances) { $0.tempo } + tests(fields.pace, dances) { $0.pace }
                + maybeTests(fields.maybeToken, dances) { $0.maybeToken }
                + maybeTests(fields.maybeKey, dances) { $0.maybeKey }
                + maybeTests(fields.maybeTempo, dances) { $0.maybeTempo }
                + maybeTests(fields.maybePace, dances) { $0.maybePace }
            for expectation in expectations {
                try requireEqual(
                    try store.fetch(\.id, Dance.where(expectation.filter)),
                    dances.filter(expectation.holds).map(\.id), "\(expectation.filter)")
            }
        }
    }

    @Test func `sorts and pages work through stages that keep order`() {
        let fields = Self.fields
        let orders =
            orders(fields.token) { $0.token } + orders(fields.key) { $0.key }
            + orders(fields.tempo) { $0.tempo } + orders(fields.pace) { $0.pace }
            + orders(fields.maybeToken) { $0.maybeToken }
            + orders(fields.maybeKey) { $0.maybeKey }
            + orders(fields.maybeTempo) { $0.maybeTempo }
            + orders(fields.maybePace) { $0.maybePace }
        property("orders", runs: 10, Self.dances) { shown in
            let store = try Store.inMemory(Dance.self)
            try store.performChanges { try $0.insert(contentsOf: shown.value) }
            for order in orders {
                let wanted = shown.value.sorted(by: order.precedes).map(\.id)
                let request = Dance.all.sorted({ _ in order.sort })
                try requireEqual(try store.fetch(\.id, request), wanted, "\(order.sort)")
                try requireEqual(try pages(of: request, in: store), wanted, "\(order.sort)")
            }
        }
    }

    private func pages(of request: FetchRequest<Dance>, in store: Store) throws -> [Int] {
        var ids: [Int] = []
        var cursor: Cursor<Dance>?
        repeat {
            let page = try store.page(request.limit(5).after(cursor))
            ids += page.map(\.id)
            cursor = try page.cursor.map { try Cursor(parsing: $0.description) }
        } while cursor != nil
        return ids
    }

    // The bounds are values of the objects, so that some of these equal them.

    private func tests<Value: Comparable & Sampled>(
        _ field: OrderedField<Dance, Value>, _ dances: [Dance],
        _ read: @escaping @Sendable (Dance) -> Value
    ) -> [Expectation<Dance>] {
        bounds(of: dances.map(read)).flatMap { low, high in
            let tests: [(Filter<Dance>, @Sendable (Value) -> Bool)] = [
                (field == low, { $0 == low }), (field != low, { $0 != low }),
                (field.isIn([low, high]), { @Sendable in $0 == low || $0 == high }),
                (field < low, { $0 < low }), (field <= low, { $0 <= low }),
                (field > low, { $0 > low }), (field >= low, { $0 >= low }),
                ((low...high).contains(field), { (low...high).contains($0) }),
                ((low..<high).contains(field), { (low..<high).contains($0) }),
                ((low...).contains(field), { (low...).contains($0) }),
                ((...high).contains(field), { (...high).contains($0) }),
                ((..<high).contains(field), { (..<high).contains($0) }),
            ]
            return tests.map { filter, holds in
                Expectation(filter: filter) { holds(read($0)) }
            }
        }
    }

    /// Makes tests of an optional. No comparison by order matches nil.
    private func maybeTests<Value: Comparable & Sampled>(
        _ field: OrderedField<Dance, Value?>, _ dances: [Dance],
        _ read: @escaping @Sendable (Dance) -> Value?
    ) -> [Expectation<Dance>] {
        bounds(of: dances.compactMap(read)).flatMap { low, high in
            let tests: [(Filter<Dance>, @Sendable (Value) -> Bool)] = [
                (field != nil, { _ in true }), (field == low, { $0 == low }),
                (field.isIn([low, high]), { @Sendable in $0 == low || $0 == high }),
                (field < low, { $0 < low }), (field <= low, { $0 <= low }),
                (field > low, { $0 > low }), (field >= low, { $0 >= low }),
                ((low...high).contains(field), { (low...high).contains($0) }),
                ((low..<high).contains(field), { (low..<high).contains($0) }),
                ((low...).contains(field), { (low...).contains($0) }),
                ((...high).contains(field), { (...high).contains($0) }),
                ((..<high).contains(field), { (..<high).contains($0) }),
            ]
            let ofNil: [Expectation<Dance>] = [
                Expectation(filter: field == nil) { read($0) == nil },
                Expectation(filter: field != low) { read($0) != low },
                Expectation(filter: field.isIn([low, nil])) { [low, nil].contains(read($0)) },
            ]
            return ofNil
                + tests.map { filter, holds in
                    Expectation(filter: filter) { read($0).map(holds) ?? false }
                }
        }
    }

    /// Returns the lesser and the greater value of each two neighbours.
    private func bounds<Value: Comparable>(of values: [Value]) -> [(Value, Value)] {
        zip(values, values.dropFirst()).map { (min($0, $1), max($0, $1)) }
    }

    private struct Order {
        let sort: Sort<Dance>
        let precedes: (Dance, Dance) -> Bool
    }

    /// Returns both directions: nil before everything, and equal values by ascending id.
    private func orders<Value, Key: Comparable>(
        _ field: OrderedField<Dance, Value>, _ read: @escaping (Dance) -> Key?
    ) -> [Order] {
        func isLess(_ left: Key?, _ right: Key?) -> Bool {
            guard let right else { return false }
            return left.map { $0 < right } ?? true
        }
        return [
            Order(sort: field.ascending) { left, right in
                read(left) == read(right) ? left.id < right.id : isLess(read(left), read(right))
            },
            Order(sort: field.descending) { left, right in
                read(left) == read(right) ? left.id < right.id : isLess(read(right), read(left))
            },
        ]
    }
}
