import Foundation
import Nacre
import NacreTestSupport
import Testing

/// The uses of stages that keep the order of values, and their explanations.
@Suite struct OrderedStageTests {
    /// Makes a store with tokens that are sometimes equal, and tempos that are all different.
    private static func store() throws -> Store {
        let store = try Store.inMemory(Dance.self)
        try store.performChanges { changes in
            for id in 0..<200 {
                let token = token(id % 50)
                let tempo = tempo(id - 100)
                try changes.insert(
                    Dance(
                        id: id, token: token, maybeToken: id % 2 == 0 ? nil : token, key: token,
                        maybeKey: nil, tempo: tempo, maybeTempo: nil, pace: tempo, maybePace: nil))
            }
        }
        return store
    }

    private static func token(_ number: Int) -> UUID {
        let byte = UInt8(number)
        return UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte))
    }

    /// Returns tempos so distant that an index distinguishes them without reading objects.
    private static func tempo(_ number: Int) -> Tempo { Tempo(beats: Int32(number * 1_000_000)) }

    @Test func `an index answers comparisons by order and ranges, with an explanation`() throws {
        let store = try Self.store()
        let (low, high) = (Self.tempo(-3), Self.tempo(3))
        // Bounds are texts, of which an index has only the beginning: objects at a bound are read.
        for (filter, index, found, seen) in [
            (Filter<Dance> { $0.token < Self.token(2) }, "token", 8, 12),
            (Filter { $0.maybeToken >= Self.token(47) }, "maybeToken", 8, 8),
            (Filter { (low...high).contains($0.tempo) }, "tempo", 7, 7),
            (Filter { (low..<high).contains($0.tempo) }, "tempo", 6, 7),
        ] {
            let request = Dance.where(filter)
            let explanation = try request.explain(in: store)
            #expect(explanation.indexes == [index])
            #expect(explanation.candidateCount == seen)
            #expect(try store.count(request) == found)
            #expect(explanation.staged.map(\.attribute) == [index])
            #expect(explanation.staged.allSatisfy { $0.keepsOrder && $0.keepsEquality })
        }
        let text = try Dance.where { $0.tempo > low }.explain(in: store).description
        #expect(
            text.contains(
                "\nstages: tempo is stored through ordered.digits: equality and order are kept, and"
                    + " filters, sorts and indexes use the stored values"))
    }

    @Test func `an index gives the order in both directions, and otherwise it is sorted`() throws {
        let store = try Self.store()
        for (request, isSorted) in [
            (Dance.all.sorted(\.tempo.ascending).limit(3), false),
            (Dance.all.sorted(\.tempo.descending).limit(3), false),
            (Dance.all.sorted(\.pace.descending).limit(3), true),
        ] {
            let explanation = try request.explain(in: store)
            #expect(explanation.isSorted == isSorted, "\(explanation)")
            #expect(explanation.staged.map(\.keepsOrder) == [true])
        }
        #expect(try store.fetch(\.id, Dance.all.sorted(\.tempo.ascending).limit(2)) == [0, 1])
        #expect(try store.fetch(\.id, Dance.all.sorted(\.pace.descending).limit(2)) == [199, 198])
        let own = try store.first(Dance.all.sorted(\.maybeToken.ascending, \.tempo.descending))
        #expect(own?.id == 198)
    }

    /// An entity with ordered fields for stages that do not declare that they keep order.
    private struct Careless: Entity {
        let id: Int
        var sent: Date
        var left: Date?

        enum Codecs {
            static let sent = AttributeCodec(\Careless.sent, by: .isoDate)
            static let left = AttributeCodec(\Careless.left, by: .isoDate)
        }

        static let schema = EntitySchema(
            Careless.init, Attribute("id", \.id), Attribute("sent", \.sent, codec: Codecs.sent),
            Attribute("left", \.left, codec: Codecs.left))

        struct Fields: FieldSet {
            typealias FieldsOwner = Careless
            private let path: FieldPath
            init(_ path: FieldPath) { self.path = path }
            var id: Field<Careless, Int> { Field(path.appending("id")) }
            var sent: OrderedField<Careless, Date> {
                OrderedField(path.appending("sent"), ordered: Codecs.sent)
            }
            var left: OrderedField<Careless, Date?> {
                OrderedField(path.appending("left"), ordered: Codecs.left)
            }
        }
    }

    @Test func `stages that do not declare to keep order are not sorted by`() throws {
        let store = try Store.inMemory(Careless.self)
        let day = Date(timeIntervalSinceReferenceDate: 0)
        try store.performChanges { try $0.insert(Careless(id: 1, sent: day, left: nil)) }
        for request in [
            Careless.where { $0.sent < day }, Careless.where { $0.left >= day },
            Careless.where { (day...).contains($0.sent) },
            Careless.where { (day..<day).contains($0.left) },
            Careless.all.sorted(\.sent.ascending), Careless.all.sorted(\.left.descending),
        ] {
            let error = try #require(throws: StoreError.self) { try store.fetch(request) }
            #expect(error.code == .invalidValue)
            #expect(error.description.contains("'sent'") || error.description.contains("'left'"))
            #expect(error.description.contains("keepsOrder: true"))
        }
        for read in [
            { _ = try store.min(\.sent, Careless.all) },
            { _ = try store.distinct(\.left, Careless.all) },
            { _ = try store.rank(of: day, Careless.self, \.sent) },
            { _ = try store.group(Careless.all, by: \.sent, .max(\.left)) },
        ] as [() throws -> Void] {
            let error = try #require(throws: StoreError.self) { try read() }
            #expect(error.code == .invalidValue)
            #expect(error.description.contains("keepsOrder: true"))
        }
        #expect(try store.count(Careless.where { $0.sent == day && $0.left == nil }) == 1)
        #expect(try store.count(Careless.where { $0.sent.isIn([day]) && $0.left != nil }) == 0)
    }

    @Test func `a stage that keeps no equality keeps no order`() {
        let both = Transformer<Int, Int>(
            "both", keepsEquality: false, keepsOrder: true, transform: { $0 }, reverse: { $0 })
        #expect(both.stages == ["opaque.both"])
        let chain = Transformer<UUID, String>.uuidString.then(
            Transformer(
                "upper", keepsOrder: true, transform: { $0 + "!" },
                reverse: { String($0.dropLast()) }))
        #expect(chain.stages == ["uuidString", "ordered.upper"])
    }
}
