import Nacre
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Types of one entity that differ in nothing but what helps to find its objects: an opening brings
/// the store to what its type says, whichever one opened it before.
@Suite struct ChangedIndexTests {
    private struct Plain: Entity {
        let id: Int
        var name: String
        var people: Int
        static let entityName = "Town"
        static let schema = Nacre.EntitySchema(
            Plain.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("people", \.people))
    }

    private struct Named: Entity {
        let id: Int
        var name: String
        var people: Int
        static let entityName = "Town"
        static let schema = Nacre.EntitySchema(
            Named.init, Attribute("id", \.id), Attribute("name", \.name, .indexed),
            Attribute("people", \.people))
    }

    private struct Counted: Entity {
        let id: Int
        var name: String
        var people: Int
        static let entityName = "Town"
        static let schema = Nacre.EntitySchema(
            Counted.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("people", \.people, .indexed, .columnar))
    }

    private struct Single: Entity {
        let id: Int
        var name: String
        var people: Int
        static let entityName = "Town"
        static let schema = Nacre.EntitySchema(
            Single.init, Attribute("id", \.id), Attribute("name", \.name, .unique),
            Attribute("people", \.people))
    }

    /// What a store keeps of the entity that helps to find objects.
    private func helpers(_ store: Store) throws -> String {
        let schema = try #require(try store.database.snapshot().catalog["Town"]).schema
        let unique = schema.attributes.filter(\.isUnique).map { "unique \($0.name)" }
        let columnar = schema.attributes.filter(\.isColumnar).map { "columnar \($0.name)" }
        return (schema.namedIndexes.map(\.description) + unique + columnar)
            .joined(separator: ", ")
    }

    @Test func `a store keeps the indexes and columns of the type that opened it last`() throws {
        let types: [(any Entity.Type, String)] = [
            (Plain.self, ""), (Named.self, "name"), (Counted.self, "people, columnar people"),
            (Single.self, "unique name"),
        ]
        let stored = TypedStore()
        let first = try stored.open(Plain.self)
        try first.performChanges { changes in
            for id in 1...9 { try changes.insert(Plain(id: id, name: "t\(id)", people: -id)) }
        }
        try first.close()
        // Each behind each other one, and behind itself.
        for former in types {
            for next in types {
                try stored.open(former.0).close()
                let store = try stored.open(next.0)
                #expect(try helpers(store) == next.1, "\(next.0) behind \(former.0)")
                try store.close()
                try stored.checkIntegrity()
            }
        }
        let store = try stored.open(Named.self)
        let explanation = try Named.where { $0.name == "t3" }.explain(in: store)
        #expect(explanation.indexes == ["name"] && explanation.candidateCount == 1)
    }
}
