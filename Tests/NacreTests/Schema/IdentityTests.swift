import Foundation
import Nacre
import NacreEngine
import NacreFormat
import Testing

/// An entity whose stored id has another name than the property `id`.
private struct Volume {
    var id: String
    var title: String
}

extension Volume: Entity {
    static let schema = EntitySchema(
        Volume.init, Attribute("id", \.id), Attribute("title", \.title))
}

/// The entity with a declaration of that name.
private struct NamedVolume {
    var id: String
    var title: String
}

extension NamedVolume: Entity {
    static let entityName = "Volume"
    static let schema = EntitySchema(
        NamedVolume.init, Attribute("id", \.id, .named("isbn")), Attribute("title", \.title))
}

@Suite struct IdentityTests {
    @Test func `a store that identifies by another attribute is reported with its name`() throws {
        let files = MemoryFileSystem()
        let database = try Database(at: "/v.nacre", options: .creating, fileSystem: files)
        try database.performChanges { changes in
            try changes.define(
                "Volume",
                attributes: [
                    AttributeSchema(
                        id: AttributeID(1), name: "isbn", type: .string, isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "title", type: .string, isNullable: false),
                ], id: "isbn")
            try changes.insert([.string("978"), .string("Emma")], into: "Volume")
        }
        try database.close()
        let error = try #require(throws: StoreError.self) {
            try Store(at: "/v.nacre", Store.Options(), [Volume.self], fileSystem: files)
        }
        #expect(error.code == .schemaMismatch)
        #expect(error.message.contains("identifies 'Volume' by 'isbn'"))
        #expect(error.localizedDescription == error.description)
        // Naming a type twice has no effect.
        let store = try Store(
            at: "/v.nacre", Store.Options(), [NamedVolume.self, NamedVolume.self],
            fileSystem: files)
        #expect(try store.find(NamedVolume.self, "978")?.title == "Emma")
    }
}
