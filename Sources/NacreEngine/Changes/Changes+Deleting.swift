package import NacreFormat

/// Deleting objects, and what their delete rules ask of those that refer to them.
extension Changes {
    /// Deletes the object with this id.
    /// - Returns: false if there is none.
    @discardableResult
    package func delete(_ id: Value, from entity: String) throws -> Bool {
        try delete(id, from: try definition(entity))
    }

    /// Deletes the object with this id.
    /// - Returns: false if there is none.
    @discardableResult
    package func delete(_ id: Value, from definition: EntityDefinition) throws -> Bool {
        try delete([id], from: definition) > 0
    }

    /// Deletes the objects with these ids, all of them or none. Objects that refer to them by
    /// attributes with a delete rule are deleted with them, lose the reference, or refuse it.
    /// - Returns: how many of the ids had an object.
    /// - Throws: `deleteDenied` if an object that stays refers to one that would go, and denies it.
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

    /// The same of several entities: what goes together denies itself nothing.
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

    /// Deletes all objects of an entity by the same rules, and reads nothing of them but their ids.
    /// - Returns: how many there were.
    @discardableResult
    package func deleteAll(from entity: String) throws -> Int {
        let definition = try definition(entity)
        var ids: [Value] = []
        try forEach(in: definition) { found in
            ids.append(try id(of: found))
            return true
        }
        return try delete(ids, from: definition)
    }

    func plan(deleting objects: [ObjectIDs]) throws -> DeletionPlan {
        let objects = try objects.map { ObjectIDs($0.ids, of: try current($0.definition)) }
        return try DeletionPlan(deleting: objects, in: view)
    }

    /// Takes references to what is deleted out of an object.
    private func removeReferences(
        _ ordinals: [Int], of place: DeletionPlan.Place,
        to deleted: [String: Set<Value>]
    ) throws {
        let schema = place.definition.schema
        var values = try values(of: record(of: place.row, in: place.definition), schema: schema)
        for ordinal in ordinals {
            let attribute = schema.attributes[ordinal]
            guard let target = attribute.reference, let ids = deleted[target],
                let type = catalog[target]?.schema.idAttribute.type
            else { continue }
            values[ordinal] = values[ordinal].removing(ids, of: type)
        }
        try update(values, of: schema.name)
    }

    private func remove(_ id: Value, from definition: EntityDefinition) throws -> Bool {
        guard let old = try find(id, in: definition) else { return false }
        try remove(old, id, definition)
        return true
    }

    /// Removes an object, and nothing else.
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
