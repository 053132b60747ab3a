import Nacre
import Synchronization
import Testing

/// Several threads read many objects. The results have the same order, and none is lost or leaked
/// if one cannot be read.
@Suite(.serialized) struct SharedFetchTests {
    struct Reading: Entity, Hashable {
        let id: Int
        var level: Int
        /// Long enough to be allocated separately.
        var note: String
        var probe: Probe?
        static let schema = EntitySchema(
            Reading.init, Attribute("id", \.id), Attribute("level", \.level),
            Attribute("note", \.note), Attribute("probe", \.probe, codec: Probe.codec))
    }

    /// Counts its live instances.
    final class Probe: Hashable, Sendable {
        static let count = Atomic(0)
        /// The text that the type refuses, as a type refuses an unknown value.
        static let refused = "refused"
        let text: String

        init(_ text: String) {
            self.text = text
            Self.count.add(1, ordering: .relaxed)
        }

        deinit { Self.count.subtract(1, ordering: .relaxed) }

        static func == (one: Probe, other: Probe) -> Bool { one.text == other.text }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }

        struct Refusal: Error {}

        static let codec = AttributeCodec(
            \Reading.probe,
            by: Transformer<Probe, String>(
                "probe", transform: { $0.text },
                reverse: { text in
                    if text == refused { throw Refusal() }
                    return Probe(text)
                }))
    }

    private static let count = 20_000

    private static func reading(_ id: Int) -> Reading {
        Reading(
            id: id, level: id &* 7919 % 10_007, note: "what was read there at turn \(id)",
            probe: id % 1000 == 0 ? Probe("probe \(id)") : nil)
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(Reading.self)
        // Not in the order of ids.
        try store.performChanges { changes in
            try changes.insert(contentsOf: (0..<count).reversed().map { reading($0) })
        }
        return store
    }

    @Test func `all objects come in the requested order`() throws {
        let store = try Self.store()
        let all = (0..<Self.count).map { Self.reading($0) }
        #expect(try store.fetch(Reading.all) == all)
        #expect(
            try store.fetch(Reading.all.offset(5).limit(12_345)) == Array(all[5..<12_350]))
        #expect(
            try store.fetch(Reading.all.sorted(\.id.descending)) == all.reversed())
        let byLevel = all.sorted { ($0.level, $0.id) < ($1.level, $1.id) }
        #expect(try store.fetch(Reading.all.sorted(\.level.ascending)) == byLevel)
        #expect(
            try store.fetch(Reading.all.sorted(\.level.ascending).offset(99).limit(9000))
                == Array(byLevel[99..<9099]))
        #expect(
            try store.fetch(Reading.where { $0.level >= 1000 }) == all.filter { $0.level >= 1000 })
        // One thread reads a pending change.
        let pending = try store.performChanges { changes in try changes.fetch(Reading.all) }
        #expect(pending == all)
    }

    @Test func `an unreadable object is reported, and objects already read are released`() throws {
        let store = try Self.store()
        var spoilt = Self.reading(13_000)
        spoilt.probe = Probe(Probe.refused)
        try store.performChanges { try $0.update(spoilt) }
        spoilt.probe = nil
        let before = Probe.count.load(ordering: .relaxed)
        for request in [Reading.all, Reading.all.sorted(\.level.ascending)] {
            let error = #expect(throws: StoreError.self) { try store.fetch(request) }
            #expect(error?.code == .undecodable)
            #expect(error?.description.contains("id 13000") == true)
        }
        #expect(Probe.count.load(ordering: .relaxed) == before)
    }
}
