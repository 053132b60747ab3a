/// Why an object cannot be stored or deleted: another one stands in its way. See
/// ``StoreError/obstacle``.
public struct Obstacle: Sendable, Hashable {
    /// The name of the entity of the other object.
    public let entity: String
    /// The attributes that both have the same values of; the reference that is denied or leads
    /// nowhere; the id.
    public let attributes: [String]
    /// The id of the other object, as the tool prints it: a text is in quotation marks. Of a
    /// reference that leads nowhere, the object that has it. Nil if there are several.
    public let id: String?

    package init(entity: String, attributes: [String], id: String?) {
        self.entity = entity
        self.attributes = attributes
        self.id = id
    }
}
