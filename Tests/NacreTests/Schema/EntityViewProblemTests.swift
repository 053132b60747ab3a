import Nacre
import NacreTestSupport
import Testing

private struct Part: Entity {
    let id: Int
    var name: String
    var size: Int?
    var link: Ref<Part>?

    static let schema = EntitySchema(
        Part.init, Attribute("id", \.id), Attribute("name", \.name), Attribute("size", \.size),
        Attribute("link", \.link, .relationship(.nullify)))
}

/// Views that disagree with their entity are refused when a store is opened.
@Suite struct EntityViewProblemTests {
    private struct Foreign: EntityView {
        typealias Whole = Part
        let id: Int
        var colour: String
        static let schema = EntitySchema(
            Foreign.init, Attribute("id", \.id), Attribute("colour", \.colour))
    }

    private struct Retyped: EntityView {
        typealias Whole = Part
        let id: Int
        var name: Int
        static let schema = EntitySchema(
            Retyped.init, Attribute("id", \.id), Attribute("name", \.name))
    }

    private struct Required: EntityView {
        typealias Whole = Part
        let id: Int
        var size: Int
        static let schema = EntitySchema(
            Required.init, Attribute("id", \.id), Attribute("size", \.size))
    }

    private struct Unique: EntityView {
        typealias Whole = Part
        let id: Int
        var name: String
        static let schema = EntitySchema(
            Unique.init, Attribute("id", \.id), Attribute("name", \.name, .unique))
    }

    private struct Indexed: EntityView {
        typealias Whole = Part
        let id: Int
        var name: String
        static let schema = EntitySchema(
            Indexed.init, Attribute("id", \.id), Attribute("name", \.name, .indexed))
    }

    private struct Ruled: EntityView {
        typealias Whole = Part
        let id: Int
        var name: String
        static let schema = EntitySchema(
            Ruled.init, Attribute("id", \.id), Attribute("name", \.name, .length(1...3)))
    }

    private struct Hooking: EntityView, WillDelete {
        typealias Whole = Part
        let id: Int
        static let schema = EntitySchema(Hooking.init, Attribute("id", \.id))
        func willDelete(in changes: WriteTransaction) throws {}
    }

    private struct Renamed: EntityView {
        typealias Whole = Part
        let id: Int
        static let entityName = "Other"
        static let schema = EntitySchema(Renamed.init, Attribute("id", \.id))
    }

    private struct OtherID: EntityView {
        typealias Whole = Part
        var size: Int?
        var id: Int { size ?? 0 }
        static let schema = EntitySchema(OtherID.init, Attribute("size", \.size))
    }

    private struct Listed: Entity {
        let id: Int
        var numbers: [String]
        static let schema = EntitySchema(
            Listed.init, Attribute("id", \.id), Attribute("numbers", \.numbers))
    }

    private struct Collected: EntityView {
        typealias Whole = Listed
        let id: Int
        var numbers: Set<String>
        static let schema = EntitySchema(
            Collected.init, Attribute("id", \.id), Attribute("numbers", \.numbers))
    }

    private struct Named: EntityView {
        typealias Whole = Part
        let id: Int
        var name: String
        static let schema = EntitySchema(
            Named.init, Attribute("id", \.id), Attribute("name", \.name))
    }

    private struct NamedAgain: EntityView {
        typealias Whole = Named
        let id: Int
        static let schema = EntitySchema(NamedAgain.init, Attribute("id", \.id))
    }

    private struct Holder: Entity {
        let id: Int
        var part: Named?
        static let schema = EntitySchema(
            Holder.init, Attribute("id", \.id),
            Attribute("part", \.part, .relationship(.nullify)))
    }

    private func expectRefusal(_ type: any Entity.Type, _ reason: String) {
        let error = storeError { _ = try Store.inMemory(Schema(type)) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "opened")")
    }

    @Test func `V20 attributes, ids and names that differ are refused`() {
        expectRefusal(Foreign.self, "'colour' is not an attribute of 'Part'")
        expectRefusal(Retyped.self, "'name' is declared in another way")
        expectRefusal(Required.self, "'size' is declared in another way")
        expectRefusal(Collected.self, "'numbers' has another type there")
        expectRefusal(OtherID.self, "no attribute 'id'")
        expectRefusal(Renamed.self, "has the entityName 'Other'")
        expectRefusal(NamedAgain.self, "view of another view")
    }

    @Test func `V20 constraints, rules and hooks that the whole lacks are refused`() {
        expectRefusal(Unique.self, "'name' is declared in another way")
        expectRefusal(Indexed.self, "an index of 'name'")
        expectRefusal(Ruled.self, "has rules")
        expectRefusal(Hooking.self, "has hooks")
    }

    @Test func `V20 a view is not held by value`() {
        expectRefusal(Holder.self, "holds a view by value")
    }

    @Test func `V20 a view that agrees is opened with its entity`() throws {
        let store = try Store.inMemory(Named.self)
        try store.performChanges { try $0.insert(Part(id: 1, name: "a", size: 2, link: nil)) }
        try store.performChanges { try $0.save(Named(id: 1, name: "b")) }
        let part = try #require(try store.find(Part.self, 1))
        #expect(part.name == "b")
        #expect(part.size == 2)
    }
}
