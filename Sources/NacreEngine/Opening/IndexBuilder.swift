internal import NacreFormat

/// Builds the trees of a store whose rows are known.
struct IndexBuilder: RecordSource {
    let catalog: Catalog
    let segments: SegmentSet
    let directory: any StoreDirectory
    let idKey: IDKey
    let pool: NodePool
    var roots: [EntityRoots]
    var trees: [Tree]
    /// If an entity has more objects than this, indexes that a checkpoint lacks are built later.
    let indexBuildMax: Int
    /// The slots of indexes that are deferred.
    var unbuilt: Set<Int> = []
    /// Whether the checkpoint lacks indexes over many objects.
    var isBeyondCheckpoint = false

    /// Makes a builder.
    /// - Parameter rows: The rows of the entities, without trees.
    init(
        catalog: Catalog, segments: SegmentSet, directory: any StoreDirectory, idKey: IDKey,
        pool: NodePool, rows: [EntityRoots], indexBuildMax: Int = .max
    ) {
        self.catalog = catalog
        self.segments = segments
        self.directory = directory
        self.idKey = idKey
        self.pool = pool
        self.indexBuildMax = indexBuildMax
        roots = rows
        while roots.count < catalog.entityCount { roots.append(EntityRoots()) }
        trees = Array(repeating: Tree(), count: catalog.treeCount)
    }

    var view: StoreView { StoreView(self) }
    func roots(of entity: EntityNumber) -> EntityRoots { roots[Int(entity.rawValue)] }
    func tree(_ slot: Int) -> Tree { trees[slot] }
    func bytes(at position: Position) -> ByteView? { segments.bytes(at: position) }
    func wholeSegment(_ number: SegmentNumber) -> ByteView? { segments[number]?.view }
    func isChecked(_ segment: SegmentNumber) -> Bool { segments.isChecked(segment) }
    var checkedRows: CheckedRows? { segments.checkedRows }
    /// False: the rows are those of the end, and the trees are built after them.
    var isOfOneState: Bool { false }
    func path(of segment: SegmentNumber) -> String {
        "\(directory.path)/\(FileName.segment(segment))"
    }

    mutating func build() throws(StoreError) {
        for definition in catalog.all {
            try reading { try build(definition) }
        }
    }

    /// Builds all trees of an entity. Two objects with one unique value, or an object without an
    /// id, are damage that no checksum can detect.
    mutating func build(_ definition: EntityDefinition) throws {
        let schema = definition.schema
        let all = try IndexEntries.all(
            of: definition.allIndexes, definition, in: view)
        if let position = all[0].withoutValue {
            throw damaged(position, "an object of '\(schema.name)' has no id")
        }
        try all[0].forEachDuplicate { first, second in
            throw duplicate(second, first, definition.idIndex, schema)
        }
        roots[Int(schema.number.rawValue)].ids = Tree(sorted: all[0].entries, pool: pool)
        try set(definition.indexes, to: all.dropFirst(), schema)
    }

    /// Builds some of an entity's trees, but not its id tree.
    mutating func build(_ indexes: [IndexDefinition], _ definition: EntityDefinition) throws {
        guard !indexes.isEmpty else { return }
        let all = try IndexEntries.all(of: indexes, definition, in: view)
        try set(indexes, to: all[...], definition.schema)
    }

    private mutating func set(
        _ indexes: [IndexDefinition], to all: ArraySlice<IndexEntries>,
        _ schema: StoredSchema
    ) throws {
        for (index, entries) in zip(indexes, all) {
            if index.isUnique {
                try entries.forEachDuplicate { first, second in
                    throw duplicate(second, first, index, schema)
                }
            }
            trees[index.slot] = Tree(sorted: entries.entries, pool: pool)
        }
    }

    /// Runs a body that reads records, and converts its errors.
    func reading(_ body: () throws -> Void) throws(StoreError) {
        do { try body() } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                .corrupt, "A value that an index needs cannot be read.", cause: "\(error)")
        }
    }

    func duplicate(
        _ found: FoundRecord, _ other: FoundRecord, _ index: IndexDefinition,
        _ schema: StoredSchema
    ) -> StoreError {
        damaged(
            found.position,
            "two objects of '\(schema.name)' have the same '\(index.name)';"
                + " the other one is at \(other.position)")
    }
}
