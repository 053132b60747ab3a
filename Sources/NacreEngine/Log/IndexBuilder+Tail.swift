internal import NacreFormat

/// The trees of a checkpoint, brought up to date with the rows that were replayed behind it.
extension IndexBuilder {
    /// - Parameters:
    ///   - checkpoint: whose rows are replaced already, but whose trees are not.
    ///   - rows: all that was replayed.
    mutating func update(
        _ checkpoint: LoadedCheckpoint, _ rows: ReplayedRows
    ) throws(StoreError) {
        for (index, roots) in checkpoint.roots.enumerated() { self.roots[index].ids = roots.ids }
        for definition in catalog.all {
            let number = definition.schema.number
            let former = checkpoint.catalog[number]
            if let old = former, old.schema.attributes == definition.schema.attributes {
                let new = adoptTrees(of: definition, from: old, checkpoint)
                let touched = rows.touched(Int(number.rawValue))
                let before = checkpoint.roots[Int(number.rawValue)].rows
                let known = EntityDefinition(
                    schema: definition.schema, layout: definition.layout,
                    indexes: definition.indexes.filter { index in
                        !new.contains { $0.slot == index.slot }
                    })
                try reading {
                    try update(known, before, touched)
                    try build(new, definition)
                }
            } else {
                // What was unique may not be, and the other way round.
                if let old = former {
                    roots[Int(number.rawValue)].ids.removeAll(pool: pool)
                    for index in old.indexes { discard(checkpoint.trees[index.slot]) }
                }
                try reading { try build(definition) }
            }
        }
    }

    /// Takes the checkpoint's trees for the indexes that it has, and discards the others.
    /// - Returns: the indexes that it lacks.
    private mutating func adoptTrees(
        of definition: EntityDefinition, from old: EntityDefinition, _ checkpoint: LoadedCheckpoint
    ) -> [IndexDefinition] {
        for index in old.indexes {
            let tree = checkpoint.trees[index.slot]
            let same = definition.indexes.first { $0.identity == index.identity }
            if let same { trees[same.slot] = tree } else { discard(tree) }
        }
        return definition.indexes.filter { index in
            !old.indexes.contains { $0.identity == index.identity }
        }
    }

    private func discard(_ tree: Tree) {
        var tree = tree
        tree.removeAll(pool: pool)
    }

    /// Takes all old keys out before a new one comes in: objects may have swapped their values.
    private mutating func update(
        _ definition: EntityDefinition, _ before: RowTable, _ touched: [UInt32]
    ) throws {
        let number = definition.schema.number
        let now = roots[Int(number.rawValue)].rows
        let changed = touched.filter { before[$0] != now[$0] }
        for row in changed where before[row] != 0 {
            let found = try record(
                at: Position(before[row]), row: RowNumber(row), of: number, verifying: true)
            try remove(found, definition)
        }
        for row in changed where now[row] != 0 {
            let found = try record(
                at: Position(now[row]), row: RowNumber(row), of: number, verifying: true)
            try insert(found, definition)
        }
    }

    private mutating func remove(
        _ found: FoundRecord, _ definition: EntityDefinition
    ) throws {
        let schema = definition.schema
        let row = found.row.rawValue
        let idValue = try value(of: schema.idOrdinal, in: schema, of: found)
        let id = TreeEntry(key: idKey(idValue), row: row)
        guard roots[Int(schema.number.rawValue)].ids.remove(id, pool: pool) else {
            throw damaged(found.position, "the checkpoint does not have the object's id")
        }
        for (index, keys) in zip(definition.indexes, try keys(of: found, definition)) {
            try keys.forEach { key throws(StoreError) in
                guard trees[index.slot].remove(TreeEntry(key: key, row: row), pool: pool) else {
                    throw damaged(
                        found.position,
                        "the checkpoint does not have the object's '\(index.name)'")
                }
            }
        }
    }

    private mutating func insert(
        _ found: FoundRecord, _ definition: EntityDefinition
    ) throws {
        let schema = definition.schema
        let row = found.row.rawValue
        let id = try value(of: schema.idOrdinal, in: schema, of: found)
        guard !id.isNull else {
            throw damaged(found.position, "an object of '\(schema.name)' has no id")
        }
        if let other = try find(id, in: definition) {
            throw duplicate(found, other, definition.idIndex, schema)
        }
        roots[Int(schema.number.rawValue)].ids.insert(
            TreeEntry(key: idKey(id), row: row), pool: pool)
        for (index, keys) in zip(definition.indexes, try keys(of: found, definition)) {
            if index.isUnique, keys != .none {
                let values = try index.ordinals.map { try value(of: $0, in: schema, of: found) }
                if let other = try find(values, by: index, in: definition) {
                    throw duplicate(found, other, index, schema)
                }
            }
            keys.forEach { trees[index.slot].insert(TreeEntry(key: $0, row: row), pool: pool) }
        }
    }
}
