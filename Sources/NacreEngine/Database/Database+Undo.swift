package import NacreFormat

/// Takes back commits, across processes.
extension Database {
    /// A commit that was taken back, or that holds again.
    package struct Turn {
        package let commit: CommitNumber
        /// The conflicts of objects that were skipped or overwritten.
        package let conflicts: [Conflict]
    }

    /// Takes back the newest commit that still holds, or makes the last one that was taken back
    /// hold again.
    /// - Parameters:
    ///   - author: The author of the commits; nil for commits of anybody.
    ///   - change: Runs its argument in a change of that author. The argument takes a closure that
    ///     takes back a commit in the change.
    /// - Returns: nil if there is none.
    package func undo(
        author: String?, isRedo: Bool,
        _ change: (
            _ body: (Changes, _ revert: (LoggedCommit) throws -> [Conflict]) throws -> Turn?
        ) throws -> Turn?
    ) throws -> Turn? {
        while true {
            // The newest commits may not be published yet.
            try sync()
            let head = try snapshot(label: "history")
            var isStale = false
            let turn = try change { changes, revert in
                isStale = try changes.nextCommit() != head.commit.next
                if isStale { return nil }
                let stack = try UndoStack(changes)
                let (horizon, entries) = try undoEntries(of: head)
                let number =
                    isRedo
                    ? stack.commitToRedo(entries, by: author)
                    : stack.commitToUndo(entries, by: author)
                guard let number else { return nil }
                let conflicts = try revert(commit(number))
                try changes.noteReverting(number, horizon: horizon)
                return Turn(commit: stack.shown(number), conflicts: conflicts)
            }
            if !isStale { return turn }
        }
    }

    /// Returns the commits that are kept, newest first, for finding one to take back, and the
    /// oldest state that is kept.
    private func undoEntries(
        of head: DatabaseSnapshot
    ) throws -> (horizon: CommitNumber, entries: [UndoStack.Entry]) {
        let found = try foundHistory(of: head)
        let horizon = try History(found).horizon
        let settings = try HistorySettings(head)
        // Changes of an entity without history cannot be taken back once others can.
        let left = head.catalog.all.map(\.schema).filter { schema in
            schema.isOwn
                || settings.isKept
                    && settings.horizon(of: schema.number, newest: head.commit) >= head.commit
        }.map(\.number)
        let changing = found.records.commits(after: horizon, changing: { !left.contains($0) })
        let entries = found.records.commits(after: horizon).reversed().map { commit in
            UndoStack.Entry(
                number: commit.number, author: commit.prelude.author,
                hasChanges: changing.contains(commit.number))
        }
        return (horizon, entries)
    }
}
