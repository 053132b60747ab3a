/// An object that an error is about, ``StoreError/subject``, or one that is in the way,
/// ``StoreError/obstacle``. Without an id, all objects of an entity, or one that has no id yet.
public struct ErrorObject: Sendable, Hashable {
    /// The name of the entity.
    public let entity: String
    /// The attributes concerned. Of a subject: those that are wrong. Of an obstacle: those for
    /// which both objects have the same values, or the reference that denies the deletion or leads
    /// nowhere.
    public let attributes: [String]
    /// The object's id, as the tool prints it: text is in quotation marks. For a reference that
    /// leads nowhere, the id of the object that has it. Nil if there are several objects.
    public let id: String?

    package init(entity: String, attributes: [String] = [], id: String? = nil) {
        self.entity = entity
        self.attributes = attributes
        self.id = id
    }
}
