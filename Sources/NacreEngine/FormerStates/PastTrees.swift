internal import NacreFormat

/// The rows and trees of a former state. They are made of the present ones, whose changes since are
/// taken back. The rows and the trees of ids are made at once, the other trees on demand.
struct PastTrees: Sendable {
    private let present: Version
    private let kept: KeptEntities
    /// The rows whose records are others now, by entity, ascending.
    private var changes: [EntityNumber: [IndexBuilder.ChangedRow]] = [:]
    /// The segments, for reading records that the present version does not lead to.
    let segments: SegmentSet
    /// The memory of the nodes that the present version does not share.
    let slabs = NodeSlabs()
    /// The origin of the pools, one for each tree, so that threads share none.
    private let origin: NodePool.Origin
    private(set) var roots: [EntityRoots]

    /// Makes the rows and the trees of ids.
    /// - Parameters:
    ///   - kept: The entities whose former states are kept. Others stay as they are.
    ///   - number: The commit after which the state was.
    ///   - records: The records of the present version.
    /// - Throws: `corrupt`.
    init(
        _ kept: KeptEntities, at number: CommitNumber, in records: RecordHistory
    ) throws(StoreError) {
        present = records.snapshot.version
        self.kept = kept
        segments = present.segments.withoutMarks(rows: present.roots.map(\.rowsEnd))
        roots = present.roots
        while roots.count < present.catalog.entityCount { roots.append(EntityRoots()) }
        let pool = NodePool.beside(
            versionWith: present.stamp, over: present.context.packedLeafOwner, in: slabs)
        origin = pool.origin
        let written = records.rowsChanged(after: number, through: present.commit)
        let positions = records.positions(of: written, at: number)
        var start = 0
        while start < written.count {
            let entity = written[start].entity
            let end = written.partitioningIndex(from: start) { $0.entity > entity }
            if entity == .externalValue || kept.all.contains(entity) {
                takeBack(written[start..<end], to: positions[start..<end], pool)
            }
            start = end
        }
        try makeIDs(records.rowsEnded(after: number), pool)
        try present.checkSound()
    }

    /// Takes back the changes of an entity's rows.
    /// - Parameter positions: The places of the records then.
    private mutating func takeBack(
        _ keys: ArraySlice<RowKey>, to positions: ArraySlice<Position>, _ pool: NodePool
    ) {
        guard let entity = keys.first?.entity else { return }
        var rows = roots[Int(entity.rawValue)].rows
        var changed: [IndexBuilder.ChangedRow] = []
        var leaf: RowTable.OwnLeaf?
        for (key, position) in zip(keys, positions) {
            let row = key.row.rawValue
            if let known = leaf, !known.holds(row, pool) { leaf = nil }
            let word =
                if let leaf { leaf[row] } else { present.rows(of: entity)[row] }
            guard word != position.rawValue else { continue }
            let own = leaf ?? rows.ownLeaf(of: row, pool: pool)
            own[row] = position.rawValue
            leaf = own
            changed.append(
                IndexBuilder.ChangedRow(row: row, before: word, now: position.rawValue))
        }
        roots[Int(entity.rawValue)].rows = rows
        changes[entity] = changed
    }

    /// Makes the trees of ids.
    /// - Parameter ended: The rows whose objects were deleted since.
    private mutating func makeIDs(
        _ ended: Set<RowKey>, _ pool: NodePool
    ) throws(StoreError) {
        var builder = builder(pool)
        let before = presentBuilder(pool)
        for definition in present.catalog.all where kept.all.contains(definition.schema.number) {
            let entity = definition.schema.number
            // A row belongs to one object up to its deletion. Between states that are not kept,
            // deletions may be gone.
            let isUnbroken = kept.unbroken.contains(entity)
            let changed = changes[entity, default: []].filter { change in
                change.before == 0 || change.now == 0 || !isUnbroken
                    || ended.contains(RowKey(entity, RowNumber(change.row)))
            }
            try builder.reading {
                try builder.update(
                    [definition.allIndexes[0]], of: definition, at: changed, from: before)
            }
        }
        roots = builder.roots
    }

    /// Makes the tree of an index. Thread-safe.
    /// - Parameter slot: The ``IndexDefinition/slot``.
    /// - Throws: `corrupt`.
    func tree(_ slot: Int) throws(StoreError) -> Tree {
        let tree = present.tree(slot)
        guard present.isBuilt(slot), let (index, definition) = index(slot) else { return tree }
        return try self.tree(of: index, definition, mayShareUniqueValues: true)
    }

    /// Checks that no objects share values that are unique by the present schemas.
    /// - Throws: `corrupt` if some do.
    func checkUniqueValues() throws(StoreError) {
        for definition in present.catalog.all where kept.all.contains(definition.schema.number) {
            for index in definition.indexes where index.isUnique && present.isBuilt(index.slot) {
                _ = try tree(of: index, definition, mayShareUniqueValues: false)
            }
        }
    }

    private func tree(
        of index: IndexDefinition, _ definition: EntityDefinition, mayShareUniqueValues: Bool
    ) throws(StoreError) -> Tree {
        let slot = index.slot
        let pool = NodePool(origin)
        var builder = builder(pool)
        builder.mayShareUniqueValues = mayShareUniqueValues
        builder.trees[slot] = present.tree(slot)
        let before = presentBuilder(pool)
        try builder.reading {
            try builder.update(
                [index], of: definition, at: changes[definition.schema.number, default: []],
                from: before)
        }
        // Blocks of a checkpoint may have been read.
        try present.checkSound()
        return builder.trees[slot]
    }

    /// Returns the index of a slot, if the former states of its entity are kept.
    private func index(_ slot: Int) -> (IndexDefinition, EntityDefinition)? {
        for definition in present.catalog.all where kept.all.contains(definition.schema.number) {
            let index = definition.indexes.first { $0.slot == slot }
            if let index { return (index, definition) }
        }
        return nil
    }

    private func builder(_ pool: NodePool) -> IndexBuilder {
        var builder = builder(roots, segments, pool)
        // Objects of then need not keep the rules of the present schemas.
        builder.mayShareUniqueValues = true
        return builder
    }

    /// Returns a source of the present objects.
    private func presentBuilder(_ pool: NodePool) -> IndexBuilder {
        builder(present.roots, present.segments, pool)
    }

    private func builder(
        _ roots: [EntityRoots], _ segments: SegmentSet, _ pool: NodePool
    ) -> IndexBuilder {
        IndexBuilder(
            catalog: present.catalog, segments: segments, path: present.context.path,
            idKey: present.idKey, pool: pool, rows: roots)
    }
}
