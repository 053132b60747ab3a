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
            try changes.revert(commit.content, onConflict: conflicts) { try apply($0) }
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

    private func apply(_ step: Changes.RevertStep) throws {
        let finder = StepFinder(step)
        registry.accept(finder)
        guard let apply = finder.apply else { return try changes.apply(step) }
        try apply(self)
    }

    /// Gives an object the values that it had in a former state, as a new change. If it was
    /// deleted, it is inserted again.
    ///
    /// ```swift
    /// let before = try store.snapshot(at: .mark("before import"))
    /// try store.performChanges { try $0.restore(City.self, "NO-OSL", from: before) }
    /// ```
    /// - Returns: The object; nil if the former state does not have it. Then nothing changes.
    /// - Throws: ``StoreError``: `danglingReference` if it refers to objects that are gone and
    ///   whose delete rules forbid that, and what saving throws.
    @discardableResult
    public func restore<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, from snapshot: Snapshot
    ) throws(StoreError) -> Owner? where Owner.Mutability == Mutable {
        guard let former = try snapshot.find(type, id) else { return nil }
        return try save(former)
    }
}

/// Finds the type of a step's entity, so that its hooks and rules apply.
private final class StepFinder: BindingVisitor {
    private let step: Changes.RevertStep
    /// Applies the step; nil if the store was opened without the type.
    private(set) var apply: ((WriteTransaction) throws -> Void)?

    init(_ step: Changes.RevertStep) { self.step = step }

    func visit<Owner: Entity>(_ binding: EntityBinding<Owner>) {
        guard binding.whole == nil, binding.model.name == step.schema.name else { return }
        let step = step
        apply = { changes in
            if let former = step.former {
                let object = try binding.object(of: former, in: changes.changes)
                _ = try changes.write(object, as: .save, binding)
            } else if let written = step.written {
                let object = try binding.object(of: written, in: changes.changes)
                _ = try changes.remove(Owner.self, object.id)
            }
        }
    }
}
