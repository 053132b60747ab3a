/// What others have done to an object since the state that a save is based on, and what the save
/// would have put in its place. ``StoreError/conflicts`` has all of them.
public struct Conflict: Sendable, Hashable {
    /// The name of the entity.
    public let entity: String
    /// The id of the object, as the tool prints it: a text stands in quotation marks.
    public let id: String
    /// The attribute that is not what was to be saved; nil if the object was deleted.
    public let attribute: String?
    /// What the attribute holds now, as Swift prints it; nil if the object was deleted. No text of
    /// an error has it.
    public let stored: String?
    /// What was to be saved; nil if the object was deleted.
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
    /// As in an error's message: `'age' of the object of 'Person' with the id 7 was changed`.
    public var description: String {
        let object = "the object of '\(entity)' with the id \(id)"
        return attribute.map { "'\($0)' of \(object) was changed" } ?? "\(object) was deleted"
    }
}

extension StoreError {
    /// Maximum number of conflicts in the message; ``StoreError/conflicts`` has all of them.
    private static let shownConflictsMax = 5

    /// - Parameter conflicts: one or more.
    package init(_ conflicts: [Conflict]) {
        let shown = conflicts.prefix(Self.shownConflictsMax).map(\.description)
        let rest = conflicts.count - shown.count
        self.init(
            .conflict,
            "Others have changed what was to be saved, and nothing of this call was stored: "
                + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
                + ". Read it again, and repeat your change.")
        self.conflicts = conflicts
    }
}
