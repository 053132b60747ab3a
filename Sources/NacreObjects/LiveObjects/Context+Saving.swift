public import Nacre

extension Context {
    /// Saves all changes as one commit, and moves on to the newest state. If there are no changes,
    /// it does nothing and stays at its state: see ``refresh()``.
    ///
    /// The ``mergePolicy`` applies to objects that others have changed since they were read.
    /// - Parameters:
    ///   - author: The author, stored with the commit.
    ///   - note: A note about the change, stored like the author.
    /// - Throws: `conflict`, which names the object; `invalidObject` with all rules that any object
    ///   breaks; other errors of writing; and an earlier error that could not be thrown when it
    ///   occurred: of following a reference, or of reading objects after a save, which then stay as
    ///   they are. In each case nothing was saved, and the changes stay.
    public func save(author: String? = nil, note: String? = nil) throws(StoreError) {
        if let failure {
            self.failure = nil
            throw failure
        }
        let pending = changed.filter { $0.phase.isUnsaved }
        guard !pending.isEmpty else { return }
        let (snapshot, policy) = (snapshot, mergePolicy)
        do {
            // Deletions come last, so that they follow the references that are saved here. They are
            // made together, so that objects do not deny the deletion of each other.
            try store.performChanges(author: author, note: note) { changes in
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
        // Observers are notified from here on, and may make other changes, which stay.
        forgetChanged()
        for object in pending { object.acceptChanges(since: snapshot) }
        attempt { () throws(StoreError) in try moveOn(behindSaveOf: pending) }
    }

    /// Discards all changes, and the undo history with them. Objects that could not move on with
    /// the context because of their changes move on now.
    public func rollback() {
        failure = nil
        let changed = changed
        history.clear()
        // Observers are notified from here on, and may make other changes, which stay.
        forgetChanged()
        for object in changed { object.discardChanges() }
        for object in changed { catchUp(object) }
    }

    /// Moves on to the newest state of the store. Objects without changes take it over; an object
    /// that is no longer in the store becomes deleted here, too. Objects with changes stay as they
    /// are until these are saved, undone or rolled back. Changes that others have made to them
    /// remain conflicts, to which the ``mergePolicy`` applies.
    /// - Throws: An error of reading. Then the context stays as it was.
    public func refresh() throws(StoreError) { try moveOn(behindSaveOf: nil) }

    /// Moves on to the newest state. It reads everything before it changes anything.
    /// - Parameter saved: The objects that were saved; nil if none were. After a save, objects that
    ///   cannot be read stay as they are, because the save is committed and must not fail any more.
    private func moveOn(behindSaveOf saved: [any LiveObject]?) throws(StoreError) {
        let newest = try store.snapshot(label: "context")
        let (living, former) = (objects.living, snapshot)
        var (told, steps) = ([PropertyChange](), [() -> Void]())
        var found: [Identity] = []
        let savedIdentities = Set((saved ?? []).map { ObjectIdentifier($0) })
        func isSaved(_ object: any LiveObject) -> Bool {
            savedIdentities.contains(ObjectIdentifier(object))
        }
        do throws(StoreError) { found = try missing.found(in: newest) } catch {
            guard saved != nil else { throw error }
            failure = failure ?? error
        }
        for object in living {
            do throws(StoreError) {
                told += try object.changedInverses(from: former, to: newest)
                // An object that was just saved has the newest state, no longer the former one.
                let base = isSaved(object) ? newest : former
                if let step = try object.step(from: base, to: newest) { steps.append(step) }
            } catch {
                guard saved != nil else { throw error }
                let isSaved = isSaved(object)
                steps.append { self.leave(object, at: isSaved ? newest : former, error) }
            }
        }
        for identity in found { told += missing.take(identity).map(\.change) }
        // An observer may release the last reference to an object.
        withExtendedLifetime(living) {
            for property in told { property.willChange() }
            snapshot = newest
            for step in steps { step() }
            for property in told { property.didChange() }
        }
    }

    /// Moves an object to the context's state if the object could not move on while it had changes.
    func catchUp(_ object: any LiveObject) {
        guard object.isBehind else { return }
        do throws(StoreError) {
            try object.step(from: snapshot, to: snapshot)?()
        } catch {
            leave(object, at: snapshot, error)
        }
    }

    /// Leaves an object as it is, and lets the next save throw the reason once.
    private func leave(_ object: any LiveObject, at snapshot: Snapshot, _ error: StoreError) {
        if object.stayBehind(at: snapshot) { failure = failure ?? error }
    }
}
