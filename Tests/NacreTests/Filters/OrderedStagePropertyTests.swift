import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Attributes whose stages keep order, indexed and not, beside Swift's own order of their values.
@Suite struct OrderedStagePropertyTests {
    private static let fields = Dance.Fields(FieldPath())

    @Test func `filters by order go through stages that keep it`() {
        let fields = Self.fields
        FilterPropertyTests().check([
            tests(fields.token) { $0.token }, tests(fields.key) { $0.key },
            tests(fields.tempo) { $0.tempo }, tests(fields.pace) { $0.pace },
            maybeTests(fields.maybeToken) { $0.maybeToken },
            maybeTests(fields.maybeKey) { $0.maybeKey },
            maybeTests(fields.maybeTempo) { $0.maybeTempo },
            maybeTests(fields.maybePace) { $0.maybePace },
        ])
    }

    @Test func `sorts and pages go through stages that keep order`() {
        let fields = Self.fields
        let orders =
            orders(fields.token) { $0.token } + orders(fields.key) { $0.key }
            + orders(fields.tempo) { $0.tempo } + orders(fields.pace) { $0.pace }
            + orders(fields.maybeToken) { $0.maybeToken }
            + orders(fields.maybeKey) { $0.maybeKey }
            + orders(fields.maybeTempo) { $0.maybeTempo }
            + orders(fields.maybePace) { $0.maybePace }
        let cases = Generator<Shown<[Dance]>> { choices throws(Rejection) in
            var dances: [Dance] = []
            for id in 0..<12 { dances.append(try Dance.sample(id: id, from: &choices)) }
            return Shown(dances)
        }
        property("orders", runs: 10, cases) { shown in
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

    // Tests of two values, the first one no greater.

    private func tests<Value: Comparable & Sampled>(
        _ field: OrderedField<Dance, Value>, _ read: @escaping @Sendable (Dance) -> Value
    ) -> Expectations<Dance> {
        Generator { choices throws(Rejection) in
            let (one, other): (Value, Value) = (try choices.sample(), try choices.sample())
            let (low, high) = (min(one, other), max(one, other))
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
            let (filter, holds) = try choices.draw(.element(of: tests))
            return Expectation(filter: filter) { holds(read($0)) }
        }
    }

    private func maybeTests<Value: Comparable & Sampled>(
        _ field: OrderedField<Dance, Value?>, _ read: @escaping @Sendable (Dance) -> Value?
    ) -> Expectations<Dance> {
        Generator { choices throws(Rejection) in
            let (one, other): (Value, Value) = (try choices.sample(), try choices.sample())
            let (low, high) = (min(one, other), max(one, other))
            let tests: [(Filter<Dance>, @Sendable (Value?) -> Bool)] = [
                (field == nil, { $0 == nil }), (field != nil, { $0 != nil }),
                (field == low, { $0 == low }), (field != low, { $0 != low }),
                (field.isIn([low, nil]), { @Sendable in $0 == low || $0 == nil }),
                (field < low, { $0.map { $0 < low } ?? false }),
                (field <= low, { $0.map { $0 <= low } ?? false }),
                (field > low, { $0.map { $0 > low } ?? false }),
                (field >= low, { $0.map { $0 >= low } ?? false }),
                ((low...high).contains(field), { $0.map { (low...high).contains($0) } ?? false }),
                ((low..<high).contains(field), { $0.map { (low..<high).contains($0) } ?? false }),
                ((low...).contains(field), { $0.map { (low...).contains($0) } ?? false }),
                ((...high).contains(field), { $0.map { (...high).contains($0) } ?? false }),
                ((..<high).contains(field), { $0.map { (..<high).contains($0) } ?? false }),
            ]
            let (filter, holds) = try choices.draw(.element(of: tests))
            return Expectation(filter: filter) { holds(read($0)) }
        }
    }

    private struct Order {
        let sort: Sort<Dance>
        let precedes: (Dance, Dance) -> Bool
    }

    /// Both directions: nil before everything, and equal ones by ascending id.
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
