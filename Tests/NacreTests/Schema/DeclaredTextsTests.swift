import Nacre
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A type of the one entity, with what its form declares for requests and objects.
private struct Reminder<Form: ReminderForm>: Entity {
    let id: Int
    var title: String
    var rank: Int
    static var entityName: String { "Reminder" }
    static var schema: Nacre.EntitySchema<Reminder> {
        Nacre.EntitySchema(
            Reminder.init, Attribute("id", \.id), Form.title, Attribute("rank", \.rank))
    }
    static var defaultSort: Sorting<Reminder> { Form.sort }
    static var defaultFilter: Filter<Reminder> { Form.filter }
    static var rules: [Rule<Reminder>] { Form.rules }
}

private protocol ReminderForm: Sendable {
    static var title: Attribute<Reminder<Self>, String> { get }
    static var sort: Sorting<Reminder<Self>> { get }
    static var filter: Filter<Reminder<Self>> { get }
    static var rules: [Rule<Reminder<Self>>] { get }
}

extension ReminderForm {
    static var title: Attribute<Reminder<Self>, String> { Attribute("title", \.title) }
    static var sort: Sorting<Reminder<Self>> { [] }
    static var filter: Filter<Reminder<Self>> { .all }
    static var rules: [Rule<Reminder<Self>>] { [] }
}

private enum Plain: ReminderForm {}

private enum Ranked: ReminderForm {
    static var sort: Sorting<Reminder<Ranked>> { [\.rank.descending, \.title.ascending] }
    static var filter: Filter<Reminder<Ranked>> { Filter { $0.rank > 0 && $0.title != "" } }
}

private enum Ruled: ReminderForm {
    static var title: Attribute<Reminder<Ruled>, String> {
        Attribute("title", \.title, .length(1...10), .matching("^[a-z]"))
    }
    static var filter: Filter<Reminder<Ruled>> { Filter { $0.rank >= 0 } }
    static var rules: [Rule<Reminder<Ruled>>] {
        [Rule("the title is not the rank") { $0.title != "\($0.rank)" }]
    }
}

@Suite struct DeclaredTextsTests {
    private static let ranked = SchemaTexts(
        defaultSort: "-rank, title", defaultFilter: "rank > 0 && title != \"\"")
    private static let ruled = SchemaTexts(
        defaultFilter: "rank >= 0",
        rules: ["title: length 1...10", "title: matching ^[a-z]", "the title is not the rank"])

    private func texts(_ store: Store) throws -> SchemaTexts {
        try #require(try store.database.snapshot().catalog["Reminder"]).schema.texts
    }

    @Test func `T14 a store keeps the sort, filter and rules of the type that opened it last`()
        throws
    {
        let types: [(any Entity.Type, SchemaTexts)] = [
            (Reminder<Plain>.self, SchemaTexts()), (Reminder<Ranked>.self, Self.ranked),
            (Reminder<Ruled>.self, Self.ruled),
        ]
        for first in types {
            let stored = TypedStore()
            let store = try stored.open(first.0)
            #expect(try texts(store) == first.1, "\(first.0)")
            try store.close()
            // Each after each other one, and after itself.
            for former in types {
                for next in types {
                    try stored.open(former.0).close()
                    let store = try stored.open(next.0)
                    #expect(try texts(store) == next.1, "\(next.0) after \(former.0)")
                    try store.close()
                    try stored.checkIntegrity()
                }
            }
        }
    }

    @Test func `a store whose type declares the same again, or nothing, is not written`() throws {
        for type: any Entity.Type in [Reminder<Plain>.self, Reminder<Ruled>.self] {
            let stored = TypedStore()
            try stored.open(type).close()
            let files = stored.files.contents(of: TestStore.path)
            try stored.open(type).close()
            #expect(stored.files.contents(of: TestStore.path) == files, "\(type)")
        }
        let stored = TypedStore()
        let store = try stored.open(Reminder<Plain>.self)
        let schema = try #require(try store.database.snapshot().catalog["Reminder"]).schema
        #expect(
            schema.json.asObject?.map(\.name) == ["attributes", "entity", "id", "number"])
        try store.close()
    }

    @Test func `a preview names the other texts, and reading writes none`() throws {
        let stored = TypedStore()
        try stored.open(Reminder<Ranked>.self).close()
        func preview(_ type: any Entity.Type, isReadOnly: Bool = false) throws -> [String] {
            try Store.schemaPreview(
                at: TestStore.path, isReadOnly ? .readOnly : Store.Options(), [type],
                fileSystem: stored.files
            ).changes.map(\.text)
        }
        #expect(try preview(Reminder<Ranked>.self) == [])
        #expect(
            try preview(Reminder<Ruled>.self) == [
                "has another default sort", "has another default filter", "has other rules",
            ])
        #expect(try preview(Reminder<Ruled>.self, isReadOnly: true) == [])
        let reader = try stored.open(
            Reminder<Ruled>.self, options: .readOnly)
        #expect(try texts(reader) == Self.ranked)
        try reader.close()
    }

    @Test func `texts survive changes of the schema that name none`() throws {
        let stored = TypedStore()
        let store = try stored.open(Reminder<Ruled>.self)
        _ = try store.database.performChanges { changes in
            let attributes = try changes.schema(of: "Reminder").attributes
            try changes.redefine("Reminder", attributes: attributes, indexes: [["rank"]])
            try changes.setGeneration(3)
            try changes.rename("Reminder", to: "Note")
        }
        let schema = try #require(try store.database.snapshot().catalog["Note"]).schema
        #expect(schema.texts == Self.ruled && schema.generation == 3)
        #expect(schema.namedIndexes == [["rank"]])
        try store.close()
    }
}
