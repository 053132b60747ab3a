import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Aggregates over attributes whose stages keep order equal those that Swift makes of their values.
@Suite struct OrderedAggregateTests {
    private typealias Path<Value: Sendable> = KeyPath<Dance.Fields, OrderedField<Dance, Value>>

    private static let dances = Generator<Shown<[Dance]>> { choices throws(Rejection) in
        var dances: [Dance] = []
        let count = try choices.draw(Generator<Int>.integer(in: 0...12))
        for id in 0..<count { dances.append(try Dance.sample(id: id, from: &choices)) }
        return Shown(dances)
    }

    private struct Case {
        let store: Store
        let dances: [Dance]
    }

    private func withDances(
        _ name: String, _ body: @escaping @Sendable (Case) throws -> Void
    ) {
        property(name, runs: 40, Self.dances) { shown in
            let store = try Store.inMemory(Dance.self)
            try store.performChanges { try $0.insert(contentsOf: shown.value) }
            try body(Case(store: store, dances: shown.value))
        }
    }

    @Test func `extremes and distinct values work through stages`() {
        withDances("extremes through stages") { item in
            func check<Value: Comparable & Hashable>(
                _ path: Path<Value>, _ read: (Dance) -> Value
            ) throws {
                let some = Dance.where { $0.id != 3 }
                let values = item.dances.filter { $0.id != 3 }.map(read)
                try requireEqual(try item.store.min(path, some), values.min())
                try requireEqual(try item.store.max(path, some), values.max())
                try requireEqual(try item.store.distinct(path, some), Set(values).sorted())
            }
            func check<Value: Comparable & Hashable & Sampled>(
                maybe path: Path<Value?>, _ read: (Dance) -> Value?
            ) throws {
                let values = item.dances.map(read)
                let there = values.compactMap(\.self)
                try requireEqual(try item.store.min(path, Dance.all), there.min())
                try requireEqual(try item.store.max(path, Dance.all), there.max())
                try requireEqual(
                    try item.store.distinct(path, Dance.all),
                    Set(values).sorted(by: Value?.isBefore))
            }
            try check(\.token) { $0.token }
            try check(\.key) { $0.key }
            try check(\.tempo) { $0.tempo }
            try check(\.pace) { $0.pace }
            try check(maybe: \.maybeToken) { $0.maybeToken }
            try check(maybe: \.maybeKey) { $0.maybeKey }
            try check(maybe: \.maybeTempo) { $0.maybeTempo }
            try check(maybe: \.maybePace) { $0.maybePace }
        }
    }

    @Test func `ranks and percentiles work through stages`() {
        let fractions = [0, 0.25, 0.5, 0.9, 1]
        withDances("ranks through stages") { item in
            func check<Value: Comparable>(
                _ values: [Value], _ rank: (Value) throws -> Int,
                _ percentile: (Double) throws -> Value?
            ) throws {
                let values = values.sorted()
                for value in values {
                    try requireEqual(try rank(value), values.count { $0 < value })
                }
                for fraction in fractions {
                    let place = max(Int((Double(values.count) * fraction).rounded(.up)), 1) - 1
                    try requireEqual(
                        try percentile(fraction), values.isEmpty ? nil : values[place])
                }
            }
            let store = item.store
            try check(item.dances.map(\.token)) {
                try store.rank(of: $0, Dance.self, \.token)
            } _: {
                try store.percentile($0, Dance.self, \.token)
            }
            try check(item.dances.map(\.tempo)) {
                try store.rank(of: $0, Dance.self, \.tempo)
            } _: {
                try store.percentile($0, Dance.self, \.tempo)
            }
            try check(item.dances.compactMap(\.maybeToken)) {
                try store.rank(of: $0, Dance.self, \.maybeToken)
            } _: {
                try store.percentile($0, Dance.self, \.maybeToken)
            }
            try check(item.dances.compactMap(\.maybeTempo)) {
                try store.rank(of: $0, Dance.self, \.maybeTempo)
            } _: {
                try store.percentile($0, Dance.self, \.maybeTempo)
            }
        }
    }

    @Test func `groups combine attributes with and without stages`() {
        withDances("groups through stages") { item in
            let store = item.store
            let byTempo = Dictionary(grouping: item.dances, by: \.maybeTempo)
            let groups = try store.group(
                Dance.all, by: \.maybeTempo, .count, .max(\.tempo), .min(\.maybeKey))
            try requireEqual(groups.map(\.key), byTempo.keys.sorted(by: Tempo?.isBefore))
            for (tempo, (count, greatest, least)) in groups {
                let members = byTempo[tempo] ?? []
                try requireEqual(count, members.count)
                try requireEqual(greatest, members.map(\.tempo).max())
                try requireEqual(least, members.compactMap(\.maybeKey).min())
            }
            let twoKeys = try store.group(Dance.all, by: \.pace, \.id, .count) { pace, id, count in
                id > 2 && count == 1 && pace.beats > 0
            }
            try requireEqual(
                Set(twoKeys.map(\.key.1)),
                Set(item.dances.filter { $0.id > 2 && $0.pace.beats > 0 }.map(\.id)))
            let many = try store.group(
                Dance.all, by: \.id, \.maybeToken, \.key, with: .count, .max(\.pace)
            ) { $0.key.1 != nil && $0.values.1 != nil }
            let wanted = item.dances.filter { $0.maybeToken != nil }
            try requireEqual(many.map(\.key.0), wanted.map(\.id))
            try requireEqual(many.map(\.key.1), wanted.map(\.maybeToken))
            try requireEqual(many.map(\.key.2), wanted.map(\.key))
            try requireEqual(many.map(\.values.1), wanted.map(\.pace))
        }
    }

    /// A reference to objects with stages.
    private struct Ball: Entity {
        let id: Int
        var first: Ref<Dance>?

        static let schema = EntitySchema(
            Ball.init, Attribute("id", \.id),
            Attribute("first", \.first, .relationship(.nullify)))
    }

    @Test func `attributes with stages can be reached through references, too`() throws {
        let store = try Store.inMemory(Ball.self, Dance.self)
        let dances = try Self.dances.value(seed: 11).value
        let known = try #require(dances.first)
        try store.performChanges { changes in
            try changes.insert(contentsOf: dances)
            try changes.insert(Ball(id: 1, first: nil))
            try changes.insert(Ball(id: 2, first: Ref(known)))
        }
        #expect(try store.max(\.first.tempo, Ball.all) == known.tempo)
        #expect(try store.distinct(\.first.token, Ball.all) == [nil, known.token])
        let groups = try store.group(Ball.all, by: \.first.maybeTempo, .count)
        #expect(groups.map(\.values) == (known.maybeTempo == nil ? [2] : [1, 1]))
        let error = storeError { try store.rank(of: known.tempo, Ball.self, \.first.tempo) }
        #expect(error?.code == .schemaMismatch)
    }

    @Test func `an index answers the least value, and groups name their stages`() throws {
        let store = try Store.inMemory(Dance.self)
        let groups = try store.explainGroups(Dance.all, by: \.tempo, with: .min(\.token))
        #expect(groups.objects.staged.map(\.attribute) == ["token", "tempo"])
        #expect(groups.description.hasSuffix("\ngroups: min(token) by tempo"))
        #expect(try store.percentile(0.5, Dance.self, \.pace) == nil)
    }
}
