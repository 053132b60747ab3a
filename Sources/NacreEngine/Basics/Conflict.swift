/// A change by others to an object since the state that a save is based on, and the value that the
/// save would have stored. ``StoreError/conflicts`` lists all conflicts.
public struct Conflict: Sendable, Hashable {
    /// The name of the entity.
    public let entity: String
    /// The object's id, as the tool prints it. Text is in quotation marks.
    public let id: String
    /// The attribute whose value differs from the saved one. Nil if the object was deleted.
    public let attribute: String?
    /// The attribute's current value, as Swift prints it. Nil if the object was deleted. No error
    /// message contains it.
    public let stored: String?
    /// The value that was to be saved. Nil if the object was deleted.
    public let given: String?

    package init(
        entity: String, id: String, attribute: String?, stored: String?, given: String?
    ) {
        self.entity = entity
        self.id = id
        self.attribute = attribute
        self.stored = stored
        self.given = given
    }
}

extension Conflict: CustomStringConvertible {
    /// The text in an error's message: `'age' of the object of 'Person' with the id 7 was changed`.
    public var description: String {
        let object = "the object of '\(entity)' with the id \(id)"
        return attribute.map { "'\($0)' of \(object) was changed" } ?? "\(object) was deleted"
    }
}

extension StoreError {
    /// The maximum number of conflicts in the message. ``StoreError/conflicts`` lists all of them.
    private static let shownConflictsMax = 5

    /// - Parameter conflicts: The conflicts, at least one.
    package init(_ conflicts: [Conflict]) {
        let shown = conflicts.prefix(Self.shownConflictsMax).map(\.description)
        let rest = conflicts.count - shown.count
        self.init(
            .conflict,
            "Others have changed objects that were to be saved, and nothing of this call was"
                + " stored: " + shown.joined(separator: "; ")
                + (rest > 0 ? "; and \(rest) more" : "")
                + ". Read the objects again, and repeat your change.")
        self.conflicts = conflicts
        subject = Self.subject(
            conflicts.map { ($0.entity, $0.id) }, conflicts.compactMap(\.attribute))
    }
}
