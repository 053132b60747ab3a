internal import NacreEngine

/// The stored name of an attribute. For a property of an embedded struct, it includes the owner's
/// name: "townHall.city". If another object has the attribute, the path starts with the references
/// that lead to that object.
public struct FieldPath: Hashable, Sendable, Codable {
    /// The references, starting from the first entity.
    let references: [String]
    /// The stored name in the entity that the last reference leads to. Empty for an entity itself.
    let attribute: String
    /// The closure that the field was passed to.
    let scope: ClosureScope

    /// Makes the path of an entity.
    public init() { self.init(name: "") }

    init(name: String, through references: [String] = [], in scope: ClosureScope = .none) {
        attribute = name
        self.references = references
        self.scope = scope
    }

    /// The path as filters in text form have it. Without references, it is the stored name.
    public var name: String {
        references.isEmpty ? attribute : FilterText.path(references + [attribute])
    }

    /// The path as the engine follows it from an object.
    var attributePath: AttributePath { AttributePath(attribute, through: references) }

    /// The path as the engine follows it from the object of its closure, even inside other
    /// closures.
    var attributePathOfClosure: AttributePath {
        AttributePath(attribute, through: references, of: scope.object)
    }

    /// Returns the path of a property of the value at this path.
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

    /// Decodes a path.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .attribute),
            through: try values.decode([String].self, forKey: .references))
    }
}
