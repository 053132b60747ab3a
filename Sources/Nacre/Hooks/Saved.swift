/// What one commit has changed of an entity: see ``DidSave``. A value, to be used on any thread.
public struct Saved<Owner: Entity>: Sendable {
    /// The objects that it inserted.
    public let inserted: [Owner]
    /// Those that it changed, before and after.
    public let updated: [Update<Owner>]
    /// Those that it deleted, as they were at last.
    public let deleted: [Owner]
    /// The commit itself: its number, date and author, and what it did to other entities.
    public let commit: Commit

    init(_ commit: Commit) throws(StoreError) {
        inserted = try commit.inserted(Owner.self)
        updated = try commit.updated(Owner.self)
        deleted = try commit.deleted(Owner.self)
        self.commit = commit
    }
}
