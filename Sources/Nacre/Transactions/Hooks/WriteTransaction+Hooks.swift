internal import NacreEngine
internal import NacreFormat

/// Changes to objects whose entities have hooks.
extension WriteTransaction {
    // MARK: Saving

    /// Saves an object after its `willSave`.
    /// - Returns: The object as it was stored.
    func write<Owner: Entity>(
        _ object: Owner, as kind: SaveKind, _ binding: EntityBinding<Owner>,
        asking willSave: EntityHooks<Owner>.WillSaveHook
    ) throws(StoreError) -> Owner {
        try StoreError.typed {
            // The hook's changes to other objects must be undone if the object cannot be stored.
            try changes.savepoint {
                let prepared = try prepared(object, as: kind, binding, asking: willSave)
                return try writePrepared(prepared, as: kind, binding)
            }
        }
    }

    /// Returns an object after its `willSave`.
    func prepared<Owner: Entity>(
        _ object: Owner, as kind: SaveKind, _ binding: EntityBinding<Owner>,
        asking willSave: EntityHooks<Owner>.WillSaveHook
    ) throws -> Owner {
        let id = try Owner.storedID(object.id).value
        let old = kind.isInsert ? nil : try self.object(id, binding)
        var prepared = object
        try ask(willSave, &prepared, old, ObjectName(entity: binding.model.name, id: id))
        guard prepared.id == object.id else { throw StoreError.idChanged(Owner.self, object.id) }
        return prepared
    }

    /// Returns the hook that changes objects of an entity before they are saved; nil if there is
    /// none.
    func willSave<Owner: Entity>(
        _ binding: EntityBinding<Owner>
    ) -> EntityHooks<Owner>.WillSaveHook? {
        hooks == nil ? nil : binding.hooks.willSave
    }

    private func ask<Owner: Entity>(
        _ willSave: EntityHooks<Owner>.WillSaveHook, _ object: inout Owner, _ old: Owner?,
        _ key: ObjectName
    ) throws {
        guard let hooks else { return }
        do {
            try hooks.save(key) { try willSave(&object, old, self) }
        } catch {
            throw key.refusal(error, of: "willSave")
        }
    }

    // MARK: Deleting

    /// Deletes the objects with some ids, and the objects that are deleted with them.
    /// - Returns: The number of ids that had an object.
    func delete(
        _ ids: [NacreFormat.Value], _ definition: EntityDefinition
    ) throws(StoreError) -> Int {
        try StoreError.typed {
            guard let hooks, registry.hooks.watchesDeletions else {
                return try changes.delete(ids, from: definition)
            }
            return try delete([ObjectIDs(ids, of: definition)], asking: hooks)
        }
    }

    /// Deletes objects of several entities together, and the objects that are deleted with them.
    /// - Returns: The number of ids that had an object.
    func delete(_ objects: [ObjectIDs]) throws(StoreError) -> Int {
        try StoreError.typed {
            guard let hooks, registry.hooks.watchesDeletions else {
                return try changes.delete(objects)
            }
            return try delete(objects, asking: hooks)
        }
    }

    private func delete(_ objects: [ObjectIDs], asking hooks: HookRun) throws -> Int {
        try changes.savepoint {
            var asked: Set<ObjectName> = []
            defer { hooks.forget(asked) }
            let forecast = try changes.forecast(deleting: objects)
            let last = try ask(forecast, &asked, hooks) {
                try changes.forecast(deleting: objects)
            }
            try changes.delete(objects)
            for key in last.losing {
                try registry.hooks.resave(of: key.entity)?(key.id, self)
            }
            return forecast.requestedCount
        }
    }

    /// Calls the `willDelete` of each object that a deletion would delete, including those that it
    /// reaches only because of changes by these hooks.
    /// - Returns: The forecast that is valid after all hooks.
    private func ask(
        _ forecast: DeletionForecast, _ asked: inout Set<ObjectName>, _ hooks: HookRun,
        _ renewed: () throws -> DeletionForecast
    ) throws -> DeletionForecast {
        var forecast = forecast
        for _ in 0..<HookRun.depthMax {
            var isSettled = true
            for key in forecast.deleted where !hooks.isDeleting(key) {
                guard let willDelete = registry.hooks.willDelete(of: key.entity) else { continue }
                isSettled = false
                asked.insert(key)
                try hooks.delete(key) { try willDelete(key.id, self) }
            }
            if isSettled { return forecast }
            forecast = try renewed()
        }
        throw StoreError(
            .hookLoop,
            "Each time that objects were about to be deleted, their willDelete made others that"
                + " would be deleted with them. Nothing was deleted.")
    }

    func call<Owner: Entity>(
        _ willDelete: EntityHooks<Owner>.WillDeleteHook, _ key: ObjectName,
        _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        guard let object = try object(key.id, binding) else { return }
        do { try willDelete(object, self) } catch { throw key.refusal(error, of: "willDelete") }
    }

    /// Returns the object with an id in its present state.
    func object<Owner: Entity>(
        _ id: NacreFormat.Value, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> Owner? {
        guard let found = try binding.reader.record(with: id, of: nil, in: changes) else {
            return nil
        }
        return try binding.decode(found, in: changes)
    }
}
