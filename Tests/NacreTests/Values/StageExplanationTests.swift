import Foundation
import Nacre
import NacreTestSupport
import Testing

/// The explanation of a request on attributes that are stored through stages.
@Suite struct StageExplanationTests {
    /// An indexed entity with stages, and the other side of a reference to it.
    private struct Parcel: Entity {
        let id: Int
        var sent: Date
        var label: String?
        var plain: Int
        var next: Ref<Parcel>?

        enum Codecs {
            static let sent = AttributeCodec(\Parcel.sent, by: .isoDate)
            static let label = AttributeCodec(\Parcel.label, by: .utf8, .lz4)
        }

        static let schema = EntitySchema(
            Parcel.init, Attribute("id", \.id),
            Attribute("sent", \.sent, codec: Codecs.sent, .indexed),
            Attribute("label", \.label, codec: Codecs.label, .indexed),
            Attribute("plain", \.plain, .indexed), Attribute("next", \.next),
            derived: [Derived("twice", \.twice, .indexed)])
        var twice: Int { 2 * plain }

        struct Fields: FieldSet {
            typealias FieldsOwner = Parcel
            private let path: FieldPath
            init(_ path: FieldPath) { self.path = path }
            var id: Field<Parcel, Int> { Field(path.appending("id")) }
            var plain: Field<Parcel, Int> { Field(path.appending("plain")) }
            var twice: Field<Parcel, Int> { Field(path.appending("twice")) }
            var next: Field<Parcel, Ref<Parcel>?> { Field(path.appending("next")) }
            var sent: TransformedField<Parcel, Date> {
                TransformedField(path.appending("sent"), Codecs.sent)
            }
            var label: OpaqueField<Parcel, String?> {
                OpaqueField(path.appending("label"), Codecs.label)
            }
        }
    }

    private static func day(_ number: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(Parcel.self)
        try store.performChanges { changes in
            for id in 0..<200 {
                try changes.insert(
                    Parcel(
                        id: id, sent: day(id), label: id % 50 == 0 ? nil : "to \(id)", plain: id,
                        next: id == 0 ? nil : Ref(id: id - 1)))
            }
        }
        return store
    }

    @Test func `equality works through stages and the index, with an explanation`() throws {
        let store = try Self.store()
        let request = Parcel.where { $0.sent == Self.day(7) }
        #expect(try store.fetch(\.id, request) == [7])
        let explanation = try request.explain(in: store)
        #expect(explanation.indexes == ["sent"])
        #expect(explanation.staged.map(\.attribute) == ["sent"])
        #expect(explanation.staged.first?.stages == ["isoDate"])
        #expect(explanation.staged.first?.keepsEquality == true)
        #expect(
            explanation.description.contains(
                "\nstages: sent is stored through isoDate: equality is kept, and the order is that"
                    + " of the stored values"))
    }

    @Test func `compressed values can only be compared with nil, with an explanation`() throws {
        let store = try Self.store()
        let request = Parcel.where { $0.label == nil }
        #expect(try store.fetch(\.id, request) == [0, 50, 100, 150])
        let explanation = try request.explain(in: store)
        #expect(explanation.indexes == ["label"] && explanation.candidateCount == 4)
        #expect(explanation.staged.first?.stages == ["utf8", "lz4"])
        #expect(explanation.staged.first?.keepsEquality == false)
        #expect(
            explanation.description.contains(
                "\nstages: label is stored through utf8, lz4: neither equality nor order is kept,"
                    + " and filters can only test for nil"))
    }

    @Test func `attributes without stages or outside the request are not explained`() throws {
        let store = try Self.store()
        let request = Parcel.where { $0.twice == 14 || $0.plain > 190 }.sorted(\.plain.ascending)
        let explanation = try request.explain(in: store)
        #expect(explanation.staged == [] && !explanation.description.contains("stages"))
    }

    @Test func `stages after a reference are those of the other object`() throws {
        let store = try Self.store()
        let day = "sent == \"2001-01-08T00:00:00Z\""
        let request = Parcel.where(try Filter(parsing: "next.\(day)"))
        #expect(try store.fetch(\.id, request) == [8])
        let explanation = try request.explain(in: store)
        #expect(explanation.staged == [])
        #expect(explanation.description.contains("    stages: sent is stored through isoDate"))
    }
}
