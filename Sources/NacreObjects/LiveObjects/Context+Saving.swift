public import Nacre

extension Context {
    /// Saves all changes as one commit, and moves on to the newest state. Where there are none it
    /// does nothing, and stays where it is: see ``refresh()``.
    ///
    /// Objects that somebody else has changed since they were read are treated by the
    /// ``mergePolicy``.
    /// - Parameter author: kept with the commit.
    /// - Throws: `conflict`, which names the object; `invalidObject` with all rules that any of the
    ///   objects breaks; what else writing throws, and what could not be thrown when it failed:
    ///   following a reference, or reading objects behind a save, which stay as they are then.
    ///   Nothing was saved then, and the changes stay.
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
        attempt { () throws(StoreError) in try moveOn(behindSaveOf: pending) }
    }

    /// Throws all changes away, and the history of undoing with them. Objects whose changes have
    /// kept them from moving on with the context do so now.
    public func rollback() {
        failure = nil
        let changed = changed
        for object in changed { object.discardChanges() }
        forgetChanged()
        history.clear()
        for object in changed { catchUp(object) }
    }

    /// Moves on to the newest state of the store: objects without changes take it over, and an
    /// object that is no longer there is deleted here, too. Those with changes stay as they are
    /// until these are saved, undone or rolled back; what others have done to them is a conflict as
    /// before, for the ``mergePolicy``.
    /// - Throws: what reading throws; the context is as it was then.
    public func refresh() throws(StoreError) { try moveOn(behindSaveOf: nil) }

    /// Nothing is changed before everything is read.
    /// - Parameter saved: what was saved, if anything was. Then objects that cannot be read are
    ///   left behind: what is stored must not fail any more.
    private func moveOn(behindSaveOf saved: [any LiveObject]?) throws(StoreError) {
        let newest = try store.snapshot(label: "context")
        let (living, former) = (objects.living, snapshot)
        var (told, steps) = ([PropertyChange](), [() -> Void]())
        var found: [Identity] = []
        do throws(StoreError) { found = try missing.found(in: newest) } catch {
            guard saved != nil else { throw error }
            failure = failure ?? error
        }
        for object in living {
            do throws(StoreError) {
                told += try object.changedInverses(from: former, to: newest)
                if let step = try object.step(from: former, to: newest) { steps.append(step) }
            } catch {
                guard let saved else { throw error }
                // What was saved just now is what there is, and no longer what there was before.
                let isSaved = saved.contains { $0 === object }
                steps.append { self.leave(object, at: isSaved ? newest : former, error) }
            }
        }
        for identity in found { told += missing.take(identity).map(\.change) }
        // Who is told may let go of the last of them.
        withExtendedLifetime(living) {
            for property in told { property.willChange() }
            snapshot = newest
            for step in steps { step() }
            for property in told { property.didChange() }
        }
    }

    /// Moves an object on to where the context is since it had changes.
    func catchUp(_ object: any LiveObject) {
        guard object.isBehind else { return }
        do throws(StoreError) {
            try object.step(from: snapshot, to: snapshot)?()
        } catch {
            leave(object, at: snapshot, error)
        }
    }

    /// Leaves an object as it is, and lets the next save say once why.
    private func leave(_ object: any LiveObject, at snapshot: Snapshot, _ error: StoreError) {
        if object.stayBehind(at: snapshot) { failure = failure ?? error }
    }
}
