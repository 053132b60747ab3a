public import NacreEngine
internal import NacreFormat

extension WriteTransaction {
    /// Deletes all objects of all entities: also those of append-only entities, and of entities
    /// that the program does not know. As all are deleted together, no delete rule denies it. Each
    /// object's ``WillDelete`` hook is called. Objects that hooks insert meanwhile stay.
    ///
    /// To see the effect first, call it in ``Store/dryRun(_:)``.
    ///
    /// ```swift
    /// try store.performChanges { try $0.deleteEverything() }
    /// ```
    /// - Returns: The number of deleted objects.
    /// - Throws: ``StoreError``: `refused` if a hook refuses; then nothing is deleted.
    @discardableResult
    public func deleteEverything() throws(StoreError) -> Int {
        let objects = try StoreError.typed {
            try changes.catalog.all.filter { !$0.schema.isOwn }.map {
                ObjectIDs(try changes.ids(of: $0), of: $0)
            }
        }
        return try delete(objects)
    }
}
