import Nacre
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A type of the one entity, as its form declares it.
private struct Hamlet<Form: HamletForm>: Entity {
    let id: Int
    var name: String
    var people: Int
    static var entityName: String { "Town" }
    static var schema: Nacre.EntitySchema<Hamlet> { Form.schema }
}

private protocol HamletForm {
    static var schema: Nacre.EntitySchema<Hamlet<Self>> { get }
}

private enum Plain: HamletForm {
    static let schema = Nacre.EntitySchema(
        Hamlet<Plain>.init, Attribute("id", \.id), Attribute("name", \.name),
        Attribute("people", \.people))
}

private enum Named: HamletForm {
    static let schema = Nacre.EntitySchema(
        Hamlet<Named>.init, Attribute("id", \.id), Attribute("name", \.name, .indexed),
        Attribute("people", \.people))
}

private enum Counted: HamletForm {
    static let schema = Nacre.EntitySchema(
        Hamlet<Counted>.init, Attribute("id", \.id), Attribute("name", \.name),
        Attribute("people", \.people, .indexed, .columnar))
}

private enum Single: HamletForm {
    static let schema = Nacre.EntitySchema(
        Hamlet<Single>.init, Attribute("id", \.id), Attribute("name", \.name, .unique),
        Attribute("people", \.people))
}

/// Types of one entity that differ only in its indexes and similar aids: an opening brings the
/// store to the declarations of its type, whichever type opened it before.
@Suite struct ChangedIndexTests {
    /// Returns the stored indexes and similar aids of the entity.
    private func helpers(_ store: Store) throws -> String {
        let schema = try #require(try store.database.snapshot().catalog["Town"]).schema
        let unique = schema.attributes.filter(\.isUnique).map { "unique \($0.name)" }
        let columnar = schema.attributes.filter(\.isColumnar).map { "columnar \($0.name)" }
        return (schema.namedIndexes.map(\.description) + unique + columnar)
            .joined(separator: ", ")
    }

    @Test func `a store keeps the indexes and columns of the type that opened it last`() throws {
        let types: [(any Entity.Type, String)] = [
            (Hamlet<Plain>.self, ""), (Hamlet<Named>.self, "name"),
            (Hamlet<Counted>.self, "people, columnar people"),
            (Hamlet<Single>.self, "unique name"),
        ]
        let stored = TypedStore()
        let first = try stored.open(Hamlet<Plain>.self)
        try first.performChanges { changes in
            for id in 1...9 {
                try changes.insert(Hamlet<Plain>(id: id, name: "t\(id)", people: -id))
            }
        }
        try first.close()
        // Each after each other one, and after itself.
        for former in types {
            for next in types {
                try stored.open(former.0).close()
                let store = try stored.open(next.0)
                #expect(try helpers(store) == next.1, "\(next.0) behind \(former.0)")
                try store.close()
                try stored.checkIntegrity()
            }
        }
        let store = try stored.open(Hamlet<Named>.self)
        let explanation = try Hamlet<Named>.where { $0.name == "t3" }.explain(in: store)
        #expect(explanation.indexes == ["name"] && explanation.candidateCount == 1)
    }
}
