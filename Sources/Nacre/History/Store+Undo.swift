internal import NacreEngine
internal import NacreFormat

/// Finished commits, undo and redo.
extension Store {
    /// Returns a commit.
    /// - Throws: `historyGone` if it is not kept any more, `invalidValue` if it does not exist yet,
    ///   `closed`, `corrupt`, `io`.
    public func commit(_ number: UInt64) throws(StoreError) -> Commit {
        let content = try StoreError.typed { try database.commit(CommitNumber(number)) }
        return Commit(content: content, registry: registry)
    }

    /// Takes back the newest commit of an author that still holds. It works across launches: what
    /// was taken back is stored.
    ///
    /// Undo ends at the ``horizon``, at changes of the schema, at an ``erase(_:_:)``, and at
    /// ``WriteTransaction/endUndo()``. Without a history policy it may
    /// end at any compaction.
    /// - Parameters:
    ///   - author: The author, who also becomes that of the new commit; nil for commits of anybody.
    ///   - conflicts: What to do about objects that others have changed since.
    /// - Returns: The number of the commit that was taken back; nil if there is none.
    /// - Throws: The errors of ``WriteTransaction/revert(_:onConflict:)``.
    @discardableResult
    public func undo(
        author: String? = nil, onConflict conflicts: RevertConflicts = .fail
    ) throws(StoreError) -> UInt64? {
        try turn(author, isRedo: false, conflicts)
    }

    /// Takes back the newest ``undo(author:onConflict:)`` of an author, unless the author has
    /// changed anything else since.
    /// - Returns: The number of the commit that holds again; nil if there is none.
    /// - Throws: The errors of ``WriteTransaction/revert(_:onConflict:)``.
    @discardableResult
    public func redo(
        author: String? = nil, onConflict conflicts: RevertConflicts = .fail
    ) throws(StoreError) -> UInt64? {
        try turn(author, isRedo: true, conflicts)
    }

    private func turn(
        _ author: String?, isRedo: Bool, _ conflicts: RevertConflicts
    ) throws(StoreError) -> UInt64? {
        try StoreError.typed {
            let turn = try database.undo(author: author, isRedo: isRedo) { body in
                try performChanges(author: author) { transaction in
                    try body(transaction.changes) { commit in
                        let commit = Commit(content: commit, registry: registry)
                        return try transaction.revert(commit, onConflict: conflicts)
                    }
                }
            }
            return turn?.commit.rawValue
        }
    }
}
