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
    /// Undo ends at the ``horizon``, and at changes of the schema. Without a history policy it may
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
        try turn(author, conflicts) { $0.commitToUndo($1) }
    }

    /// Takes back the newest ``undo(author:onConflict:)`` of an author, unless the author has
    /// changed anything else since.
    /// - Returns: The number of the commit that holds again; nil if there is none.
    /// - Throws: The errors of ``WriteTransaction/revert(_:onConflict:)``.
    @discardableResult
    public func redo(
        author: String? = nil, onConflict conflicts: RevertConflicts = .fail
    ) throws(StoreError) -> UInt64? {
        try turn(author, conflicts) { $0.commitToRedo($1) }
    }

    private func turn(
        _ author: String?, _ conflicts: RevertConflicts,
        _ choose: (UndoStack, [UndoStack.Entry]) -> CommitNumber?
    ) throws(StoreError) -> UInt64? {
        // The newest commits may not be published yet.
        try sync()
        return try StoreError.typed {
            try performChanges(author: author) { transaction in
                let changes = transaction.changes
                let stack = try UndoStack(changes)
                let (horizon, entries) = try database.undoEntries(author: author)
                guard let number = choose(stack, entries) else { return nil }
                let commit = Commit(content: try database.commit(number), registry: registry)
                try transaction.revert(commit, onConflict: conflicts)
                try changes.noteReverting(number, horizon: horizon)
                return stack.shown(number).rawValue
            }
        }
    }
}
