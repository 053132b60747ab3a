/// The stored name of an attribute; for a property of an embedded struct with its owner's before
/// it: "townHall.city".
public struct FieldPath: Hashable, Sendable, Codable {
    /// Empty for an entity itself.
    public let name: String

    /// The path of an entity.
    public init() { name = "" }

    init(name: String) { self.name = name }

    /// The path of a property of what stands at this path.
    public func appending(_ property: String) -> FieldPath {
        FieldPath(name: name.isEmpty ? property : "\(name).\(property)")
    }
}
