package import NacreFormat

/// Deletes objects and applies the delete rules of the attributes that refer to them.
extension Changes {
    /// Deletes the object with this id.
    /// - Returns: false if no object has the id.
    @discardableResult
    package func delete(_ id: Value, from entity: String) throws -> Bool {
        try delete(id, from: try definition(entity))
    }

    /// Deletes the object with this id.
    /// - Returns: false if no object has the id.
    @discardableResult
    package func delete(_ id: Value, from definition: EntityDefinition) throws -> Bool {
        try delete([id], from: definition) > 0
    }

    /// Deletes the objects with these ids, all of them or none. If an object refers to a deleted
    /// one by an attribute with a delete rule, the rule decides: the object is deleted too, loses
    /// the reference, or denies the deletion.
    /// - Returns: The number of ids that had an object.
    /// - Throws: `deleteDenied` if an object that stays refers to a deleted one and its rule denies
    ///   it.
    @discardableResult
    package func delete(_ ids: [Value], from definition: EntityDefinition) throws -> Int {
        let definition = try current(definition)
        guard !catalog.guardedReferences(to: definition.schema.name).isEmpty else {
            return try whole(ifNeeded: ids.count > 1) {
                var count = 0
                for id in ids where try remove(id, from: definition) { count += 1 }
                return count
            }
        }
        return try carryOut(DeletionPlan(deleting: [ObjectIDs(ids, of: definition)], in: view))
    }

    /// Deletes objects of several entities. Objects that are deleted together do not deny each
    /// other's deletion.
    @discardableResult
    package func delete(_ objects: [ObjectIDs]) throws -> Int {
        guard objects.count == 1 else { return try carryOut(plan(deleting: objects)) }
        return try delete(objects[0].ids, from: objects[0].definition)
    }

    private func carryOut(_ plan: DeletionPlan) throws -> Int {
        try whole(ifNeeded: plan.deleted.count + plan.losses.count > 1) {
            commit.isDeleting = true
            defer { commit.isDeleting = false }
            for (place, ordinals) in plan.losses {
                try removeReferences(ordinals, of: place, to: plan.deletedIDs)
            }
            for place in plan.deleted {
                let found = try record(of: place.row, in: place.definition)
                try remove(found, id(of: found), place.definition)
            }
        }
        return plan.requestedCount
    }

    /// Deletes all objects of an entity by the rules of `delete(_:from:)`. It reads only their ids.
    /// - Returns: The number of deleted objects.
    @discardableResult
    package func deleteAll(from entity: String) throws -> Int {
        let definition = try definition(entity)
        return try delete(ids(of: definition), from: definition)
    }

    /// Returns the ids of all objects of an entity.
    package func ids(of definition: EntityDefinition) throws -> [Value] {
        var ids: [Value] = []
        try forEach(in: definition) { found in
            ids.append(try id(of: found))
            return true
        }
        return ids
    }

    func plan(deleting objects: [ObjectIDs]) throws -> DeletionPlan {
        let objects = try objects.map { ObjectIDs($0.ids, of: try current($0.definition)) }
        return try DeletionPlan(deleting: objects, in: view)
    }

    /// Removes references to deleted objects from an object.
    private func removeReferences(
        _ ordinals: [Int], of place: DeletionPlan.Place,
        to deleted: [String: Set<Value>]
    ) throws {
        let (definition, schema) = (place.definition, place.definition.schema)
        let found = try record(of: place.row, in: definition)
        let former = try ordinals.map { try value(of: $0, in: schema, of: found) }
        let left = zip(ordinals, former).map { ordinal, value in
            guard let target = schema.attributes[ordinal].reference, let ids = deleted[target],
                let type = catalog[target]?.schema.idAttribute.type
            else { return value }
            return value.removing(ids, of: type)
        }
        if let draft = try draft(of: found, definition, without: ordinals) {
            for (ordinal, value) in zip(ordinals, left) where !draft.set(ordinal, to: value) {
                throw invalid(value, for: ordinal, definition)
            }
            try update(draft, of: definition, replacing: found)
            return
        }
        var values = try values(of: found, schema: schema)
        for (ordinal, value) in zip(ordinals, left) { values[ordinal] = value }
        try update(values, of: schema.name)
    }

    private func remove(_ id: Value, from definition: EntityDefinition) throws -> Bool {
        guard let old = try find(id, in: definition) else { return false }
        try remove(old, id, definition)
        return true
    }

    /// Removes one object, without applying delete rules.
    private func remove(
        _ old: FoundRecord, _ id: Value, _ definition: EntityDefinition
    ) throws {
        let former = FormerRecord(old)
        let moves = try entryMoves(removing: old, definition)
        let entity = writer.entity(Int(definition.schema.number.rawValue))
        let row = former.row.rawValue
        let key = idKey(id)
        try whole(ifNeeded: !former.externals.isEmpty) {
            if !former.externals.isEmpty {
                try removeExternals(former.externals.values.map(\.row))
            }
            try tombstone(row: former.row, layout: former.layout, idKey: key)
        }
        entity.setRow(row, to: 0)
        writer.recordDied(former.place)
        entity.ids.remove(TreeEntry(key: key, row: row), isAwaited: true)
        make(moves, of: row)
        entity.giveBack(row)
        mayCancelOut = true
        changeCount += 1
    }
}
