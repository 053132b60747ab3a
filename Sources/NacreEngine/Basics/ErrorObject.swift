/// The other object that prevents an object from being stored or deleted. See
/// ``StoreError/obstacle``.
public struct Obstacle: Sendable, Hashable {
    /// The name of the other object's entity.
    public let entity: String
    /// The attributes for which both objects have the same values, the reference that denies the
    /// deletion or leads nowhere, or the id.
    public let attributes: [String]
    /// The other object's id, as the tool prints it: text is in quotation marks. For a reference
    /// that leads nowhere, the id of the object that has it. Nil if there are several.
    public let id: String?

    package init(entity: String, attributes: [String], id: String?) {
        self.entity = entity
        self.attributes = attributes
        self.id = id
    }
}
