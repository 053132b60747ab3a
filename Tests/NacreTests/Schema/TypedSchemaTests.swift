import Foundation
import Nacre
import NacreTestSupport
import Testing

/// The changes of a type that are allowed between two openings of a store, and those that are not.
/// Each version of an entity is a type of its own under the same name.
@Suite struct TypedSchemaTests {
    private let files = TypedStore()

    /// The version stored first.
    private struct First: Entity {
        let id: Int
        var name: String
        var count: Int?
        var day: Date
        var word: Ref<Word>?

        static let entityName = "Thing"
        static let schema = EntitySchema(
            First.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("count", \.count),
            Attribute("day", \.day, codec: AttributeCodec(\First.day, by: .isoDate)),
            Attribute("word", \.word))
    }

    init() throws {
        let store = try files.open(First.self)
        try store.performChanges { changes in
            for id in 1...3 {
                try changes.insert(
                    First(
                        id: id, name: "n\(id)", count: id == 2 ? nil : id,
                        day: Date(timeIntervalSinceReferenceDate: 0), word: nil))
            }
        }
        try store.close()
    }

    /// An entity of the properties that a test needs, all under the name of the first.
    private struct Version<A: AttributeValue>: Entity {
        let id: Int
        var name: String
        var added: A

        static var entityName: String { "Thing" }
        static var schema: EntitySchema<Self> {
            EntitySchema(
                Self.init, Attribute("id", \.id), Attribute("name", \.name),
                Attribute("added", \.added))
        }
    }

    /// Checks that opening with a type fails, and that the error names entity and attribute.
    private func refuses(
        _ type: any Entity.Type, _ attribute: String, _ reason: String,
        _ options: Store.Options = .removing, location: SourceLocation = #_sourceLocation
    ) {
        let error = storeError { _ = try files.open(type, options: options) }
        #expect(error?.code == .schemaMismatch, sourceLocation: location)
        let message = error?.message ?? ""
        #expect(message.contains("'Thing'"), "\(message)", sourceLocation: location)
        #expect(message.contains("'\(attribute)'"), "\(message)", sourceLocation: location)
        #expect(message.contains(reason), "\(message)", sourceLocation: location)
        // Nothing was changed, and the store is not left open.
        let store = try? files.open(First.self)
        #expect((try? store?.count(First.all)) == 3, sourceLocation: location)
        try? store?.close()
    }

    @Test func `R7 a changed type, nullability, stage or reference is refused`() {
        struct Typed: Entity {
            let id: Int
            var name: Int
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Typed.init, Attribute("id", \.id), Attribute("name", \.name))
        }
        refuses(Typed.self, "name", "stored as string and declared as int64")
        struct Required: Entity {
            let id: Int
            var count: Int
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Required.init, Attribute("id", \.id), Attribute("count", \.count))
        }
        refuses(Required.self, "count", "stored as nullable and declared as required")
        struct Stages: Entity {
            let id: Int
            var day: String
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Stages.init, Attribute("id", \.id), Attribute("day", \.day))
        }
        refuses(Stages.self, "day", "through isoDate and declared without stages")
        struct Reference: Entity {
            let id: Int
            var word: Ref<Other>?
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Reference.init, Attribute("id", \.id), Attribute("word", \.word))
        }
        refuses(Reference.self, "word", "a reference to 'Word' and declared as one to 'Other'")
        struct Plain: Entity {
            let id: Int
            var word: String?
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Plain.init, Attribute("id", \.id), Attribute("word", \.word))
        }
        refuses(Plain.self, "word", "declared as none")
    }

    struct Other: Entity {
        let id: String
        static let schema = EntitySchema(Other.init, Attribute("id", \.id))
    }

    @Test func `a changed type of the id and another id are refused`() {
        struct ByText: Entity {
            let id: String
            static let entityName = "Thing"
            static let schema = EntitySchema(ByText.init, Attribute("id", \.id))
        }
        refuses(ByText.self, "id", "stored as int64 and declared as string")
        struct Renamed: Entity {
            let id: Int
            static let entityName = "Thing"
            static let schema = EntitySchema(Renamed.init, Attribute("id", \.id, .named("key")))
        }
        refuses(Renamed.self, "id", "identifies 'Thing' by 'id'")
    }

    @Test func `an attribute is removed only with consent`() throws {
        struct Less: Entity, Equatable {
            let id: Int
            var name: String
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Less.init, Attribute("id", \.id), Attribute("name", \.name))
        }
        refuses(Less.self, "count", "which the type lacks", Store.Options())
        refuses(Less.self, "day", "which the type lacks", Store.Options())
        // For reading only, an undeclared attribute does not matter.
        let reading = try files.open(Less.self, options: .readOnly)
        #expect(try reading.find(Less.self, 2) == Less(id: 2, name: "n2"))
        let removing = try files.open(Less.self, options: .removing)
        #expect(try removing.fetch(Less.all).map(\.name) == ["n1", "n2", "n3"])
        try removing.performChanges { try $0.update(Less.self, 2) { $0.name = "x" } }
        try removing.compact()
        #expect(try removing.fetch(Less.all).map(\.name) == ["n1", "x", "n3"])
        try removing.close()
        let again = try files.open(Less.self)
        #expect(try again.fetch(Less.all).map(\.name) == ["n1", "x", "n3"])
        try again.close()
        // An attribute under the name of a removed one is new.
        struct Back: Entity {
            let id: Int
            var name: String
            var count: Int?
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Back.init, Attribute("id", \.id), Attribute("name", \.name),
                Attribute("count", \.count))
        }
        let back = try files.open(Back.self)
        #expect(try back.fetch(\.count, Back.all) == [nil, nil, nil])
    }

    @Test func `a required attribute without a default cannot be added`() {
        refuses(Version<Int>.self, "added", "new and required")
        refuses(Version<Place>.self, "added.street", "new and required")
        let reading = storeError { _ = try files.open(Version<Int>.self, options: .readOnly) }
        #expect(reading?.code == .schemaMismatch)
        #expect(reading?.message.contains("'added' of 'Thing' is new and required") == true)
    }

    @Test func `attributes that cannot be stored are refused by name`() {
        refuses(Version<Int??>.self, "added", "an optional of an optional")
        refuses(Version<Place??>.self, "added", "an optional of an optional")
        struct NoID: Entity {
            var id: Int { 0 }
            var name: String
            static let entityName = "Thing"
            static let schema = EntitySchema(NoID.init, Attribute("name", \.name))
        }
        refuses(NoID.self, "id", "no attribute 'id'")
        struct Twice: Entity {
            let id: Int
            var a: Int
            var b: Int
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Twice.init, Attribute("id", \.id), Attribute("a", \.a),
                Attribute("b", \.b, .named("a")))
        }
        refuses(Twice.self, "a", "two attributes have the same name")
    }

    @Test func `two types with one name are refused`() {
        let error = storeError { _ = try files.open(First.self, Version<Int?>.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'Thing'") == true)
    }

    @Test func `an attribute can become optional and move, and a type can be added`() throws {
        struct Moved: Entity {
            let id: Int
            var word: Ref<Word>?
            var day: Date?
            var count: Int?
            var name: String?
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Moved.init, Attribute("id", \.id), Attribute("word", \.word),
                Attribute("day", \.day, codec: AttributeCodec(\Moved.day, by: .isoDate)),
                Attribute("count", \.count), Attribute("name", \.name))
        }
        let store = try files.open(Moved.self, Word.self)
        #expect(try store.fetch(\.name, Moved.all) == ["n1", "n2", "n3"])
        try store.performChanges { changes in
            try changes.update(Moved.self, 1) { $0.name = nil }
            try changes.insert(Word(id: "a", count: 1))
        }
        try store.compact()
        #expect(try store.fetch(\.name, Moved.all) == [nil, "n2", "n3"])
        #expect(try store.fetch(Moved.all).map(\.count) == [1, nil, 3])
        try store.close()
        // And not back.
        #expect(storeError { _ = try files.open(First.self) }?.code == .schemaMismatch)
    }

    @Test func `properties in another order change nothing`() throws {
        struct Moved: Entity {
            let id: Int
            var word: Ref<Word>?
            var day: Date
            var name: String
            var count: Int?
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Moved.init, Attribute("id", \.id), Attribute("word", \.word),
                Attribute("day", \.day, codec: AttributeCodec(\Moved.day, by: .isoDate)),
                Attribute("name", \.name), Attribute("count", \.count))
        }
        // This needs no write.
        var store = try files.open(Moved.self, Word.self, options: .readOnly)
        #expect(try store.fetch(Moved.all).map(\.count) == [1, nil, 3])
        try store.close()
        store = try files.open(Moved.self, Word.self)
        #expect(try store.fetch(\.name, Moved.all) == ["n1", "n2", "n3"])
        try store.performChanges { try $0.update(Moved.self, 2) { $0.count = 7 } }
        try store.close()
        let former = try files.open(First.self, Word.self)
        #expect(try former.fetch(First.all).map(\.count) == [1, 7, 3])
    }

    @Test func `properties in another order may not have other types`() {
        struct Moved: Entity {
            let id: Int
            var count: String?
            var name: String
            var day: Date
            var word: Ref<Word>?
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Moved.init, Attribute("id", \.id), Attribute("count", \.count),
                Attribute("name", \.name),
                Attribute("day", \.day, codec: AttributeCodec(\Moved.day, by: .isoDate)),
                Attribute("word", \.word))
        }
        let error = storeError { _ = try files.open(Moved.self, Word.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'count'") == true)
    }

    @Test func `a stored name replaces the property's name`() throws {
        struct Renamed: Entity {
            let id: Int
            var title: String
            var number: Int?
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Renamed.init, Attribute("id", \.id), Attribute("title", \.title, .named("name")),
                Attribute("number", \.number, .named("count")))
        }
        let store = try files.open(Renamed.self, options: .removing)
        #expect(try store.fetch(Renamed.where { $0.title == "n3" }).map(\.number) == [3])
        #expect(
            try store.fetch(\.title, Renamed.all.sorted(\.number.descending)) == ["n3", "n1", "n2"])
        #expect(Filter<Renamed> { $0.title == "a" }.description == "name == \"a\"")
        try store.performChanges { try $0.update(Renamed.self, 1) { $0.title = "x" } }
        #expect(try store.find(Renamed.self, 1)?.title == "x")
    }
}
