public import NacreEngine
internal import NacreFormat

/// Taking back commits and restoring objects.
extension WriteTransaction {
    /// Takes back a commit: objects that it inserted are deleted, those that it deleted are
    /// inserted again, and those that it updated get their former values. Hooks, rules, delete
    /// rules and unique values apply as to any change. To see the effect first, call it in
    /// ``Store/dryRun(_:)``.
    ///
    /// ```swift
    /// try store.performChanges { try $0.revert(commit) }
    /// ```
    /// - Parameters:
    ///   - commit: A commit of this store, for example from ``Store/commits(since:)`` or
    ///     ``Store/commit(_:)``.
    ///   - conflicts: What to do about objects that were changed since. An object that has its
    ///     former values already is no conflict.
    /// - Returns: The conflicts of objects that were skipped or overwritten.
    /// - Throws: ``StoreError``: `conflict`, whose ``StoreError/conflicts`` name each attribute
    ///   that differs with both values; `deleteDenied`, `uniqueViolation`, `validationFailed`, and
    ///   what saving throws. Nothing of this call is stored then.
    @discardableResult
    public func revert(
        _ commit: Commit, onConflict conflicts: RevertConflicts = .fail
    ) throws(StoreError) -> [Conflict] {
        try StoreError.typed {
            let others = try formerHeld { try changes.stepsToRevert(commit.content) }
            return try changes.revert(commit.content, onConflict: conflicts) {
                try apply($0, others)
            }
        }
    }

    /// Ends undo at this change: ``Store/undo(author:onConflict:)`` takes back neither it nor any
    /// older commit. Use it for changes that no one expects undo to take back, such as imports.
    ///
    /// ```swift
    /// try store.performChanges(author: "import") { changes in
    ///     try changes.insert(contentsOf: cities)
    ///     try changes.endUndo()
    /// }
    /// ```
    /// - Throws: The errors of saving.
    public func endUndo() throws(StoreError) {
        try StoreError.typed { try changes.endUndo() }
    }
}
