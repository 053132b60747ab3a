import Nacre
import NacreTestSupport
import Synchronization
import Testing

/// Conditions that involve several access paths: however they are answered, the objects are those
/// that Swift finds among the decoded ones. A scale of 10 tries 20,000 of them.
@Suite struct CrossingFilterTests {
    private static let filtersPerStore = 40
    private static let stores = 50

    /// The counts of a run.
    private struct Figures {
        var filters = 0
        /// The number of filters with NaN or an impossible condition.
        var special = 0
        /// The number of filters that two indexes answer together.
        var crossed = 0
        /// The number of filters that match some objects.
        var found = 0

        func requireEnough() {
            #expect(filters >= Scale.count(stores) * filtersPerStore)
            #expect(special * 3 >= filters)
            #expect(crossed * 10 >= filters)
            #expect(found * 5 >= filters)
        }
    }

    private static let cases = Generator<Shown<([Gauge], [Condition])>> {
        choices throws(Rejection) in
        var gauges: [Gauge] = []
        for id in 0..<80 { gauges.append(try Gauge.sample(id: id, from: &choices)) }
        let conditions = Generator<[Condition]>.array(
            of: Condition.crossing, count: filtersPerStore...filtersPerStore)
        return Shown((gauges, try choices.draw(conditions))) { gauges, conditions in
            "\(conditions.map(\.expectation.filter))\n\(Bits.text(gauges))"
        }
    }

    @Test func `filters over crossing indexes find, count and sum the same as Swift`() {
        let figures = Mutex(Figures())
        Self.forEach("crossing filters") { condition, gauges, store in
            let filter = condition.expectation.filter
            let expected = gauges.filter(condition.expectation.holds)
            try Self.compare(expected, filter, try store.snapshot())
            let isCrossed = try Gauge.where(filter).explain(in: store).indexes.count > 1
            figures.withLock {
                $0.filters += 1
                $0.special += condition.isSpecial ? 1 : 0
                $0.crossed += isCrossed ? 1 : 0
                $0.found += expected.isEmpty ? 0 : 1
            }
        }
        figures.withLock { $0.requireEnough() }
    }

    @Test func `updates over crossing indexes change the same objects as Swift finds`() {
        Self.forEach("crossing updates") { condition, gauges, store in
            let filter = condition.expectation.filter
            let expected = gauges.filter(condition.expectation.holds)
            let run = try store.dryRun { changes in
                // Earlier changes of the transaction are in no column.
                try changes.update(Gauge.where { $0.day < 3 }) { $0.touched += 1 }
                try Self.compare(expected, filter, changes)
                let count = try changes.update(Gauge.where(filter)) { $0.touched += 10 }
                try requireEqual(count, expected.count, "updates of \(filter)")
                try Self.compare(expected, filter, changes)
            }
            let touched = try run.updated(Gauge.self).filter { $0.new.touched >= 10 }
            try requireEqual(touched.map(\.new.id).sorted(), expected.map(\.id), "\(filter)")
        }
    }

    @Test func `deletions over crossing indexes delete the same objects as Swift finds`() {
        Self.forEach("crossing deletions") { condition, gauges, store in
            let filter = condition.expectation.filter
            let expected = gauges.filter(condition.expectation.holds)
            let run = try store.dryRun { changes in
                let count = try changes.delete(Gauge.where(filter))
                try requireEqual(count, expected.count, "deletions of \(filter)")
                try Self.compare([], filter, changes)
            }
            let deleted = try run.deleted(Gauge.self).map(\.id).sorted()
            try requireEqual(deleted, expected.map(\.id), "\(filter)")
        }
    }

    private static func forEach(
        _ name: String, _ check: (Condition, [Gauge], Store) throws -> Void
    ) {
        property(name, runs: stores, cases) { shown in
            let (gauges, conditions) = shown.value
            let store = try Store.inMemory(Gauge.self, Station.self)
            try store.performChanges { changes in
                try changes.insert(contentsOf: Gauge.stations)
                try changes.insert(contentsOf: gauges)
            }
            for condition in conditions { try check(condition, gauges, store) }
        }
    }

    private static func compare(
        _ expected: [Gauge], _ filter: Filter<Gauge>,
        _ reader: borrowing some Reader & ~Escapable
    ) throws {
        let (ids, text) = (expected.map(\.id), "\(filter)")
        let request = Gauge.where(filter)
        try requireEqual(try reader.fetch(request).map(\.id), ids, text)
        try requireEqual(try reader.count(request), ids.count, "the count of \(text)")
        try requireEqual(try reader.first(request)?.id, ids.first, "the first of \(text)")
        let sum = expected.map(\.day).reduce(0, +)
        try requireEqual(try reader.sum(\.day, request), sum, "the sum of \(text)")
    }
}
