internal import NacreEngine

/// The stored name of an attribute; for a property of an embedded struct with its owner's before
/// it: "townHall.city". In front of it stand the references that lead to the object which has the
/// attribute, if it is another one.
public struct FieldPath: Hashable, Sendable, Codable {
    /// The references, the first one's entity first.
    let references: [String]
    /// The stored name in the last one's entity. Empty for an entity itself.
    let attribute: String
    /// Of the closure that it was given to.
    let scope: ClosureScope

    /// The path of an entity.
    public init() { self.init(name: "") }

    init(name: String, through references: [String] = [], in scope: ClosureScope = .none) {
        attribute = name
        self.references = references
        self.scope = scope
    }

    /// The path as filters in text form have it. Without references that is the stored name.
    public var name: String {
        references.isEmpty ? attribute : FilterText.path(references + [attribute])
    }

    /// The path as the engine follows it from an object.
    var attributePath: AttributePath { AttributePath(attribute, through: references) }

    /// The same, from the object of its closure, wherever it stands.
    var attributePathOfClosure: AttributePath {
        AttributePath(attribute, through: references, of: scope.object)
    }

    /// The path of a property of what stands at this path.
    public func appending(_ property: String) -> FieldPath {
        FieldPath(
            name: attribute.isEmpty ? property : "\(attribute).\(property)", through: references,
            in: scope)
    }

    /// The path of the object that the reference at this path leads to.
    var followed: FieldPath {
        FieldPath(name: "", through: references + [attribute], in: scope)
    }
}

extension FieldPath {
    private enum CodingKeys: CodingKey {
        case references, attribute
    }

    /// A path that was encoded.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .attribute),
            through: try values.decode([String].self, forKey: .references))
    }
}
