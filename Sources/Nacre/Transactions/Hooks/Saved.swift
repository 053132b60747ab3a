/// The objects of an entity that one commit has changed, see ``DidSave``. A value for any thread.
public struct Saved<Owner: Entity>: Sendable {
    /// The objects that the commit inserted.
    public let inserted: [Owner]
    /// The objects that the commit changed, before and after.
    public let updated: [Update<Owner>]
    /// The objects that the commit deleted, with their last values.
    public let deleted: [Owner]
    /// The commit itself: its number, date and author, and its changes to other entities.
    public let commit: Commit

    init(_ commit: Commit) throws(StoreError) {
        inserted = try commit.inserted(Owner.self)
        updated = try commit.updated(Owner.self)
        deleted = try commit.deleted(Owner.self)
        self.commit = commit
    }
}
