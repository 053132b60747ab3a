import Nacre

/// Objects that hold others of their own kind, and the same objects with references.
enum Chain {
    struct Link: Hashable {
        let id: Int
        var text: String
        var next: [Link] = []
    }

    /// The stored form of a link.
    struct Stored: Hashable {
        let id: Int
        var text: String
        var next: [Ref<Stored>]
    }
}

extension Chain.Link: Entity {
    static let entityName = "Link"
    static let schema = EntitySchema(
        Self.init(id:text:next:), Attribute("id", \.id), Attribute("text", \.text),
        Attribute("next", \.next))
}

extension Chain.Stored: Entity {
    static let entityName = "Link"
    static let schema = EntitySchema(
        Self.init(id:text:next:), Attribute("id", \.id), Attribute("text", \.text),
        Attribute("next", \.next))
}
