public import NacreEngine
internal import NacreFormat

/// Erasing objects with all of their past.
extension Store {
    /// Deletes an object, and removes all that the files of the store hold of it: the versions that
    /// the history keeps, dead versions that no compaction has dropped yet, what is left of aborted
    /// changes and of crashes, and the checkpoint.
    ///
    /// ```swift
    /// let report = try store.erase(User.self, "u-4711")
    /// ```
    /// Delete rules apply as to any deletion. Every file that may hold any of it is rewritten,
    /// which takes up to the time of a ``compact(progress:)``. If the process ends before it is
    /// done, the next opening for changes goes on.
    ///
    /// Out of reach are: backups, forks and other copies, the blocks that the file system or the
    /// disk has not overwritten yet, authors and notes of commits, other objects that hold a copy
    /// of a value, and snapshots that are open. The report lists the snapshots, and the copies that
    /// the store remembers (``copies``). A consumer of ``Store/commits`` that has not read all
    /// commits yet may get `historyGone` in a store without a history policy.
    /// - Returns: What was removed.
    /// - Throws: `unknownEntity` if the store was opened without the type, `deleteDenied`,
    ///   `readOnly`, `closed`, `diskFull`, `io`, `corrupt`.
    @discardableResult
    public func erase<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> EraseReport {
        let binding = try registry.binding(type)
        let value = try StoredValue(of: id, in: Owner.self).value
        return try StoreError.typed { try database.erase([(binding.model.name, value)]) }
    }

    /// Erases an object, as ``erase(_:_:)`` does.
    @discardableResult
    public func erase<Owner: Entity>(
        _ id: ObjectID<Owner>
    ) throws(StoreError) -> EraseReport where Owner.ID == ObjectID<Owner> {
        try erase(Owner.self, id)
    }

    /// Erases the objects that a request finds now, as ``erase(_:_:)`` does: all of them at once,
    /// with one pass over the files.
    /// - Throws: The errors of ``erase(_:_:)`` and of fetching.
    @discardableResult
    public func erase<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> EraseReport {
        let name = try registry.binding(Owner.self).model.name
        var objects: [Database.ErasedObject] = []
        for object in try fetch(request) {
            objects.append((name, try StoredValue(of: object.id, in: Owner.self).value))
        }
        return try StoreError.typed { try database.erase(objects) }
    }
}
