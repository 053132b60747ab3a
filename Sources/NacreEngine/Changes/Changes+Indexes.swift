internal import NacreFormat

/// The trees of an entity besides that of its ids. In those of unique attributes objects without a
/// value are not, and no two objects have the same one.
extension Changes {
    // MARK: Objects

    /// What an object's new values change in the trees of its entity.
    /// - Parameters:
    ///   - draft: has the values.
    ///   - old: the object as it is, if there is one.
    /// - Throws: `uniqueViolation` if another object has one of the values.
    func entryMoves(
        to draft: RecordBuilder, _ definition: EntityDefinition, replacing old: FoundRecord?
    ) throws -> [EntryMove] {
        guard !definition.indexes.isEmpty else { return [] }
        let isOfOneLayout = old.map { $0.layout === draft.layout } ?? false
        var moves = noMoves()
        for (place, index) in definition.indexes.enumerated() {
            // Most updates leave most attributes as they are, which their bytes say soonest.
            if isOfOneLayout, let old,
                index.ordinals.allSatisfy({ draft.isSame($0, in: old.record) })
            {
                continue
            }
            let new = try keys(of: draft, definition, index, row: old?.row)
            let former = try old.map { try keys(at: place, of: $0, definition) }
            if new != former ?? .none {
                moves.append(EntryMove(in: index, old: former ?? .none, new: new))
            }
        }
        return moves
    }

    /// What takes an object out of the trees of its entity.
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

    /// Memory for moves, which comes back by ``make(_:of:)``.
    private func noMoves() -> [EntryMove] {
        var moves = writer.spareMoves
        writer.spareMoves = []
        moves.removeAll(keepingCapacity: true)
        return moves
    }

    /// Moves the entries of a row.
    func make(_ moves: [EntryMove], of row: UInt32) {
        if moves.isEmpty { return }
        // By their places, so that none is copied.
        for place in moves.indices { writer.move(row, moves[place]) }
        writer.spareMoves = moves
    }

    /// The keys that a record's values have in a tree.
    /// - Throws: `uniqueViolation` if another object than that of `row` has one of the values.
    private func keys(
        of draft: RecordBuilder, _ definition: EntityDefinition, _ index: IndexDefinition,
        row: RowNumber?
    ) throws -> EntryKeys {
        if index.isOfOneValue { return try key(of: draft, definition, index, row: row) }
        let values = try index.ordinals.map { ordinal in
            try value(ordinal, of: draft, definition)
        }
        let keys = index.keys(of: values, idKey)
        if index.isUnique, keys != .none {
            let other = try find(values, by: index, in: definition)
            try check(other, isAt: row, index, definition)
        }
        return keys
    }

    /// The same of an index of one value, with no array made for it.
    private func key(
        of draft: RecordBuilder, _ definition: EntityDefinition, _ index: IndexDefinition,
        row: RowNumber?
    ) throws -> EntryKeys {
        if let key = index.textKey(of: draft) { return .one(key) }
        let value = try value(index.ordinal, of: draft, definition)
        if index.isUnique, !value.isNull, !writer.index(index.slot).isBehindAll(idKey(value)) {
            let other = try find(value, by: definition.finder(of: index))
            try check(other, isAt: row, index, definition)
        }
        return index.keys(of: value, idKey)
    }

    /// - Parameters:
    ///   - other: the object that has the values of a unique index, if one has.
    ///   - row: of the object that is to have them.
    private func check(
        _ other: FoundRecord?, isAt row: RowNumber?, _ index: IndexDefinition,
        _ definition: EntityDefinition
    ) throws {
        guard let other, other.row != row else { return }
        throw try violation(of: index, definition, by: other)
    }

    private func violation(
        of index: IndexDefinition, _ definition: EntityDefinition, by other: FoundRecord
    ) throws -> StoreError {
        let id = FilterText.literal(try id(of: other))
        let which =
            index.attributes.count == 1
            ? "this '\(index.name)', which is unique"
            : "these '\(index.name)', which are unique together"
        return StoreError(
            .uniqueViolation,
            "There is another object of '\(definition.schema.name)' with \(which): the one with"
                + " the id \(id). Change or delete that one first, or update it instead."
        ).with(
            obstacle: Obstacle(
                entity: definition.schema.name, attributes: index.attributes.map(\.name), id: id))
    }

    // MARK: Schema

    /// The trees that an entity has in another catalog and did not have before, over the objects
    /// that there are, by their slots. Changes nothing that anybody sees, so that it is asked
    /// before the new schema is written.
    /// - Parameter former: nil if the entity is new, and has no objects.
    /// - Throws: `uniqueViolation` if objects have the same value where it becomes unique.
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

    /// Runs what reads older records as the schemas of another catalog have them.
    func reading<Result>(
        by catalog: Catalog, _ body: () throws -> Result
    ) rethrows -> Result {
        let present = writer.catalog
        writer.catalog = catalog
        defer { writer.catalog = present }
        return try body()
    }

    /// By slots.
    struct NewTrees {
        /// Those that are not empty from the start.
        var built: [Int: Tree] = [:]
        /// Those of indexes over many objects, which are built later.
        var unbuilt: Set<Int> = []
        /// Whether there is a checkpoint, and what it lacks goes over many objects.
        var isBeyondCheckpoint = false
    }

    /// Goes on with another catalog: makes room for what is new in it, and empties the trees of
    /// indexes that are gone.
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
