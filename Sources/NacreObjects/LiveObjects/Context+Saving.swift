public import Nacre

extension Context {
    /// Saves all changes as one commit, and moves on to the newest state.
    ///
    /// Objects that somebody else has changed since they were read are treated by the
    /// ``mergePolicy``.
    /// - Parameter author: kept with the commit.
    /// - Throws: `conflict`, which names the object; `invalidObject` with all rules that any of the
    ///   objects breaks; what else writing throws, and what following a reference could not throw
    ///   when it failed. Nothing was saved then, and the changes stay.
    public func save(author: String? = nil) throws(StoreError) {
        if let failure {
            self.failure = nil
            throw failure
        }
        let pending = changed.filter { $0.phase.isUnsaved }
        guard !pending.isEmpty else { return }
        let (snapshot, policy) = (snapshot, mergePolicy)
        do {
            // Deletions last, so that they go by the references that are saved here, and at once,
            // so that objects which go together do not deny each other anything.
            try store.performChanges(author: author) { changes in
                for object in pending {
                    try object.noteOthersWork(in: changes, since: snapshot)
                }
                let deletions = pending.filter { $0.phase == .deleted }
                let others = pending.filter { $0.phase != .deleted }
                let groups = others.map { [$0] } + (deletions.isEmpty ? [] : [deletions])
                try changes.settle(groups) { group in
                    let gone = try group.compactMap { object in
                        try object.write(to: changes, since: snapshot, policy)
                    }
                    if !gone.isEmpty { _ = try changes.remove(gone) }
                }
            }
        } catch {
            throw .liveObjects(error)
        }
        for object in pending { object.acceptChanges() }
        forgetChanged()
        try refresh()
    }

    /// Throws all changes away, and the history of undoing with them. Objects whose changes have
    /// kept them from moving on with the context do so now.
    public func rollback() {
        failure = nil
        let changed = changed
        for object in changed { object.discardChanges() }
        forgetChanged()
        history.clear()
        for object in changed {
            attempt { () throws(StoreError) in try object.catchUp(with: snapshot) }
        }
    }

    /// Moves on to the newest state of the store: objects without changes take it over, and an
    /// object that is no longer there is deleted here, too. Those with changes stay as they are
    /// until these are saved, undone or rolled back; what others have done to them is a conflict as
    /// before, for the ``mergePolicy``.
    /// - Throws: what reading throws; the context is as it was then.
    public func refresh() throws(StoreError) {
        let newest = try store.snapshot(label: "context")
        let living = objects.living
        var told: [PropertyChange] = []
        for object in living { told += try object.changedInverses(from: snapshot, to: newest) }
        for object in living { try object.refresh(from: snapshot, to: newest) }
        // Who is told may let go of the last of them.
        withExtendedLifetime(living) {
            for property in told { property.willChange() }
            snapshot = newest
            for property in told { property.didChange() }
        }
    }
}
