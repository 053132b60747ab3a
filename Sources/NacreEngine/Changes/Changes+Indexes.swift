internal import NacreFormat

/// Keeps an entity's trees other than the id tree. A unique index has no entry for an object
/// without a value.
extension Changes {
    // MARK: Objects

    /// Returns the changes that an object's new values make to the trees of its entity.
    /// - Parameters:
    ///   - draft: The record with the new values.
    ///   - old: The object's present record, if it exists.
    /// - Throws: `uniqueViolation` if another object has one of the values and the change compares
    ///   at once.
    func entryMoves(
        to draft: RecordBuilder, _ definition: EntityDefinition, replacing old: FoundRecord?
    ) throws -> [EntryMove] {
        guard !definition.indexes.isEmpty else { return [] }
        let isOfOneLayout = old.map { $0.layout === draft.layout } ?? false
        var moves = noMoves()
        for (place, index) in definition.indexes.enumerated() {
            // Most updates leave most attributes unchanged. Comparing their bytes finds that out
            // fastest.
            if isOfOneLayout, let old,
                index.ordinals.allSatisfy({ draft.isSame($0, in: old.record) })
            {
                continue
            }
            let (new, isShared) = try keys(of: draft, definition, index, row: old?.row)
            let former = try old.map { try keys(at: place, of: $0, definition) }
            if new != former ?? .none || isShared {
                moves.append(
                    EntryMove(in: index, old: former ?? .none, new: new, isShared: isShared))
            }
        }
        return moves
    }

    /// Returns the changes that remove an object from the trees of its entity.
    func entryMoves(
        removing old: FoundRecord, _ definition: EntityDefinition
    ) throws -> [EntryMove] {
        var moves = noMoves()
        for (place, index) in definition.indexes.enumerated() {
            let former = try keys(at: place, of: old, definition)
            moves.append(EntryMove(in: index, old: former, new: .none))
        }
        return moves
    }

    /// Returns an empty array with reused capacity. ``make(_:of:)`` gives it back to the writer.
    private func noMoves() -> [EntryMove] {
        var moves = writer.spareMoves
        writer.spareMoves = []
        moves.removeAll(keepingCapacity: true)
        return moves
    }

    /// Moves the entries of a row.
    func make(_ moves: [EntryMove], of row: UInt32) {
        if moves.isEmpty { return }
        // Indexed in place, so that no move is copied.
        for place in moves.indices {
            writer.move(row, moves[place])
            if moves[place].isShared {
                sharedValues.append(SharedValues(slot: moves[place].slot, row: row))
            }
        }
        writer.spareMoves = moves
    }

    /// Returns the keys of a record's values in an index, and whether it is unique and an object in
    /// a row other than `row` has the values.
    private func keys(
        of draft: RecordBuilder, _ definition: EntityDefinition, _ index: IndexDefinition,
        row: RowNumber?
    ) throws -> (keys: EntryKeys, isShared: Bool) {
        if index.isOfOneValue { return try key(of: draft, definition, index, row: row) }
        let values = try index.ordinals.map { ordinal in
            try value(ordinal, of: draft, definition)
        }
        let keys = index.keys(of: values, idKey)
        guard index.isUnique, keys != .none else { return (keys, false) }
        return (keys, try isShared(values, index, definition, row))
    }

    /// Returns the keys for an index of one value, without allocating an array.
    private func key(
        of draft: RecordBuilder, _ definition: EntityDefinition, _ index: IndexDefinition,
        row: RowNumber?
    ) throws -> (keys: EntryKeys, isShared: Bool) {
        if let key = index.textKey(of: draft) { return (.one(key), false) }
        let value = try value(index.ordinal, of: draft, definition)
        let keys = index.keys(of: value, idKey)
        guard index.isUnique, !value.isNull,
            !writer.index(index.slot).isBehindAll(idKey(value))
        else { return (keys, false) }
        return (keys, try isShared(value, index, definition, row))
    }

    // MARK: Schema

    /// Builds the trees that an entity has in another catalog but not yet, over its present
    /// objects. No reader sees them, so this runs before the new schema is written.
    /// - Parameter former: The present definition; nil if the entity is new and has no objects.
    /// - Throws: `uniqueViolation` if objects share a value of an attribute that becomes unique.
    func newTrees(
        in catalog: Catalog, replacing former: EntityDefinition?,
        _ progress: (_ objects: Int) throws -> Void
    ) throws -> NewTrees {
        var trees = NewTrees()
        guard let former, let definition = catalog[former.schema.name] else { return trees }
        try checkOpen()
        let isLate = roots(of: definition.schema.number).ids.count > writer.indexBuildMax
        var new = definition.indexes.filter { index in
            !former.indexes.contains { $0.slot == index.slot }
        }
        if isLate, !new.isEmpty {
            trees.isBeyondCheckpoint = writer.checkpoint != nil
            trees.unbuilt = Set(new.lazy.filter { !$0.isUnique }.map(\.slot))
            new.removeAll { !$0.isUnique }
        }
        guard !new.isEmpty else { return trees }
        try reading(by: catalog) {
            let all = try IndexEntries.all(of: new, definition, in: view, progress)
            for (index, entries) in zip(new, all) {
                if index.isUnique { try entries.checkUnique(in: definition) }
                trees.built[index.slot] = Tree(sorted: entries.entries, pool: writer.pool)
            }
        }
        return trees
    }

    /// Runs a body that reads older records by the schemas of another catalog.
    func reading<Result>(
        by catalog: Catalog, _ body: () throws -> Result
    ) rethrows -> Result {
        let present = writer.catalog
        writer.catalog = catalog
        defer { writer.catalog = present }
        return try body()
    }

    /// The trees of new indexes, by slot.
    struct NewTrees {
        /// The trees built now, over existing objects.
        var built: [Int: Tree] = [:]
        /// The slots of indexes over many objects, which are built later.
        var unbuilt: Set<Int> = []
        /// Whether a checkpoint exists and does not have an index over many objects.
        var isBeyondCheckpoint = false
    }

    /// Switches to another catalog. Makes room for its new parts and empties the trees of indexes
    /// that no longer exist.
    func adopt(_ catalog: Catalog, _ trees: NewTrees) {
        writer.catalog = catalog
        writer.grow(for: catalog)
        for (slot, tree) in trees.built { writer.index(slot).replace(by: tree) }
        writer.unbuilt.formUnion(trees.unbuilt)
        if trees.isBeyondCheckpoint { writer.isBeyondCheckpoint = true }
        let used = Set(catalog.all.flatMap { $0.indexes.map(\.slot) })
        writer.emptyTrees { used.contains($0) }
    }
}
