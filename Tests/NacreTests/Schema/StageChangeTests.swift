import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// A store whose values are from now on stored in another way.
@Suite struct StageChangeTests {
    private let files = TypedStore()

    /// Cents, as the first program stores them.
    struct Cents: Hashable, Storable {
        var cents: Int
        static let transformer = Transformer<Cents, Int>(
            "money@1", transform: { $0.cents }, reverse: { Cents(cents: $0) })
    }

    /// Money in tenths of a cent.
    struct Tenths: Hashable, Storable {
        var tenths: Int
        static let transformer = Transformer<Tenths, Int>(
            "money@2", transform: { $0.tenths }, reverse: { Tenths(tenths: $0) })
    }

    struct Bill<Money: Storable & Hashable>: Entity, Equatable {
        let id: Int
        var total: Money
        var tip: Money?
        var parts: [Money] = []
        var byName: [String: Money?] = [:]
        static var entityName: String { "Bill" }
        static var schema: EntitySchema<Bill<Money>> {
            EntitySchema(
                Bill.init, Attribute("id", \.id), Attribute("total", \.total, .indexed),
                Attribute("tip", \.tip), Attribute("parts", \.parts), Attribute("byName", \.byName))
        }
    }

    private static let old = Bill(
        id: 1, total: Cents(cents: 500), tip: Cents(cents: 50), parts: [Cents(cents: 5)],
        byName: ["anne": Cents(cents: 7), "bo": nil])

    @Test func `a transformer of another name is refused, wherever its values are`() throws {
        let store = try files.open(Bill<Cents>.self)
        try store.performChanges { try $0.insert(Self.old) }
        #expect(try store.fetch(Bill<Cents>.where { $0.total == Cents(cents: 500) }) == [Self.old])
        try store.close()
        let error = try #require(
            storeError { try files.open(Bill<Tenths>.self) })
        #expect(error.code == .schemaMismatch)
        for name in ["total", "tip", "parts", "byName"] {
            #expect(error.message.contains("'\(name)' of 'Bill' is stored through money@1"))
        }
        let again = try files.open(Bill<Cents>.self)
        #expect(try again.fetch(Bill<Cents>.all) == [Self.old])
    }

    @Test func `a migration step converts values from one transformer to another`() throws {
        let store = try files.open(Bill<Cents>.self)
        try store.performChanges { try $0.insert(Self.old) }
        try store.close()
        var options = Store.Options()
        options.schemaPlan = SchemaPlan(
            SchemaStep(
                1, "tenths", .rename("total", to: "totalCents", of: "Bill"),
                .rename("tip", to: "tipCents", of: "Bill"),
                .rename("parts", to: "partsCents", of: "Bill"),
                .add("total", Tenths.self, default: Tenths(tenths: 0), to: "Bill"),
                .add("tip", Tenths?.self, to: "Bill"),
                .add("parts", [Tenths].self, default: [], to: "Bill"),
                .rewrite("Bill") { old, new in
                    func tenths(_ cents: Cents) -> Tenths { Tenths(tenths: 10 * cents.cents) }
                    new["total"] = (try old["totalCents"] as Cents?).map(tenths)
                    new["tip"] = (try old["tipCents"] as Cents?).map(tenths)
                    new["parts"] = (try old["partsCents"] as [Cents]?)?.map(tenths)
                },
                .remove("totalCents", from: "Bill"), .remove("tipCents", from: "Bill"),
                .remove("partsCents", from: "Bill"), .remove("byName", from: "Bill"),
                .add("byName", [String: Tenths?].self, default: [:], to: "Bill")))
        let new = try files.open(Bill<Tenths>.self, options: options)
        #expect(
            try new.fetch(Bill<Tenths>.where { $0.total == Tenths(tenths: 5000) }) == [
                Bill(
                    id: 1, total: Tenths(tenths: 5000), tip: Tenths(tenths: 500),
                    parts: [Tenths(tenths: 50)])
            ])
    }

    struct Keyed<Money: Storable & Hashable>: Entity where Money.Stored == Int {
        let id: Int
        var names: [Money: String]
        static var entityName: String { "Keyed" }
        static var schema: EntitySchema<Keyed<Money>> {
            EntitySchema(Keyed.init, Attribute("id", \.id), Attribute("names", \.names))
        }
    }

    @Test func `keys of dictionaries are not read through another transformer`() throws {
        let store = try files.open(Keyed<Cents>.self)
        try store.performChanges { try $0.insert(Keyed(id: 1, names: [Cents(cents: 5): "five"])) }
        try store.close()
        let error = try #require(storeError { try files.open(Keyed<Tenths>.self) })
        #expect(error.message.contains("stored through key.money@1"))
    }

    // MARK: Stages of attributes

    struct Plain: Entity {
        let id: Int
        var words: [String]
        static let entityName = "Note"
        static let schema = EntitySchema(
            Plain.init, Attribute("id", \.id), Attribute("words", \.words))
    }

    struct Packed: Entity, Equatable {
        let id: Int
        var words: [String]
        var hint: String?
        static let entityName = "Note"
        static let stages = Transformer<[String], Data>.json.then(.lz4(from: 100))
        static let schema = EntitySchema(
            Packed.init, Attribute("id", \.id),
            Attribute("words", \.words, codec: AttributeCodec(\Packed.words, by: stages)),
            Attribute("hint", \.hint, codec: AttributeCodec(\Packed.hint, by: .utf8)))
    }

    @Test func `a migration step adds stages to an attribute`() throws {
        let store = try files.open(Plain.self)
        let words = (0..<100).map { "word \($0)" }
        try store.performChanges { changes in
            try changes.insert(Plain(id: 1, words: words))
            try changes.insert(Plain(id: 2, words: []))
        }
        try store.close()
        #expect(storeError { try files.open(Packed.self) }?.code == .schemaMismatch)
        var options = Store.Options()
        options.schemaPlan = SchemaPlan(
            SchemaStep(
                1, "packed", .rename("words", to: "plainWords", of: "Note"),
                .add("words", through: Packed.stages, default: [], to: "Note"),
                .add("hint", through: Transformer<String, Data>.utf8, to: "Note"),
                .rewrite("Note") { old, new in
                    let words: [String] = try old["plainWords"] ?? []
                    new["words"] = try Packed.stages.transform(words)
                    if let first = words.first { new["hint"] = Data(first.utf8) }
                },
                .remove("plainWords", from: "Note")))
        let new = try files.open(Packed.self, options: options)
        #expect(
            try new.fetch(Packed.all) == [
                Packed(id: 1, words: words, hint: "word 0"), Packed(id: 2, words: [], hint: nil),
            ])
    }

    @Test func `a type's own transformer must store equal values equally`() throws {
        struct Vague: Hashable, Storable {
            var text: String
            static let transformer = Transformer<Vague, Data>(
                "vague", keepsEquality: false, transform: { Data($0.text.utf8) },
                reverse: { Vague(text: String(decoding: $0, as: UTF8.self)) })
        }
        struct Cloud: Entity {
            let id: Int
            var shape: [Vague]
            static let schema = EntitySchema(
                Cloud.init, Attribute("id", \.id), Attribute("shape", \.shape))
        }
        let error = try #require(storeError { try Store.inMemory(Cloud.self) })
        #expect(error.code == .schemaMismatch)
        #expect(error.message.contains("'shape'") && error.message.contains(".transformed(by:)"))
    }

    // MARK: Unnamed stages

    private typealias Stage = Transformer<String, String>

    private enum Mirror {
        static func transform(_ text: String) -> String { String(text.reversed()) }
        static let unnamed = Stage(transform: transform, reverse: transform)
        static let custom = Stage("custom", transform: transform, reverse: transform)
        static let named = Stage("mirror", transform: transform, reverse: transform)
        static let other = Stage("glass", transform: transform, reverse: transform)
        static let reserved = Stage("ordered.mirror", transform: transform, reverse: transform)
        static let ordered = Stage(
            "mirror", keepsOrder: true, transform: transform, reverse: transform)
    }

    private protocol Staged: Sendable { static var stage: Transformer<String, String> { get } }
    private enum Unnamed: Staged { static var stage: Stage { Mirror.unnamed } }
    private enum Custom: Staged { static var stage: Stage { Mirror.custom } }
    private enum BehindNamed: Staged {
        static var stage: Stage { Mirror.named.then(Mirror.unnamed) }
    }
    private enum Named: Staged { static var stage: Stage { Mirror.named } }
    private enum Other: Staged { static var stage: Stage { Mirror.other } }
    private enum Reserved: Staged { static var stage: Stage { Mirror.reserved } }
    private enum Ordered: Staged { static var stage: Stage { Mirror.ordered } }

    private struct Sign<Kind: Staged>: Entity, Equatable {
        let id: Int
        var text: String
        static var entityName: String { "Sign" }
        static var schema: EntitySchema<Sign<Kind>> {
            EntitySchema(
                Sign.init, Attribute("id", \.id),
                Attribute("text", \.text, codec: AttributeCodec(\Sign.text, by: Kind.stage)))
        }
    }

    @Test func `a stage without a name is refused with its entity and attribute`() throws {
        for open in [
            { try files.open(Sign<Unnamed>.self) }, { try files.open(Sign<Custom>.self) },
            { try files.open(Sign<BehindNamed>.self) },
        ] {
            let error = try #require(storeError { try open() })
            #expect(error.code == .schemaMismatch)
            for part in ["'Sign'", "'text'", "without a name", "Transformer(\"name\""] {
                #expect(error.message.contains(part), "\(error.message)")
            }
        }
    }

    @Test func `a migration step cannot add a stage without a name`() throws {
        var options = Store.Options()
        options.schemaPlan = SchemaPlan(
            SchemaStep(1, "hint", .add("hint", through: Mirror.unnamed, to: "Bill")))
        let store = try files.open(Bill<Cents>.self)
        try store.close()
        let error = try #require(storeError { try files.open(Bill<Cents>.self, options: options) })
        #expect(error.message.contains("without a name"), "\(error.message)")
    }

    @Test func `a store with an unnamed stage adopts its new name`() throws {
        let id = try UnnamedStage.write(to: files.files)
        var options = Store.Options()
        options.isReadOnly = true
        let reader = try files.open(Sign<Named>.self, options: options)
        #expect(try reader.fetch(Sign<Named>.all) == [Sign(id: 1, text: "abc")])
        try reader.close()
        var store = try files.open(Sign<Named>.self)
        #expect(try store.fetch(Sign<Named>.all) == [Sign(id: 1, text: "abc")])
        try store.performChanges { try $0.insert(Sign<Named>(id: 2, text: "de")) }
        try store.compact()
        try store.close()
        try files.checkIntegrity()
        store = try files.open(Sign<Named>.self)
        let signs = try store.fetch(Sign<Named>.all.sorted(\.id.ascending))
        #expect(signs.map(\.text) == ["abc", "de"])
        try store.close()
        let attribute = try UnnamedStage.attribute(in: files.files)
        #expect(attribute.id == id)
        #expect(attribute.stages == ["mirror"])
        let error = try #require(storeError { try files.open(Sign<Other>.self) })
        #expect(error.message.contains("stored through mirror"), "\(error.message)")
    }

    @Test func `a name that begins as the store's own names do is refused`() throws {
        let error = try #require(storeError { try files.open(Sign<Reserved>.self) })
        #expect(error.code == .schemaMismatch)
        #expect(
            error.message.contains("'text' has a stage whose name begins with"), "\(error.message)")
        #expect(error.message.contains("ordered."), "\(error.message)")
    }

    @Test func `a name with a stronger promise than the stage is not adopted`() throws {
        _ = try UnnamedStage.write(to: files.files)
        let error = try #require(storeError { try files.open(Sign<Ordered>.self) })
        #expect(error.message.contains("through custom"), "\(error.message)")
    }
}
