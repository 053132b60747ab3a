internal import NacreFormat

/// Builds the trees of a store whose rows are known.
struct IndexBuilder: RecordSource {
    let catalog: Catalog
    let segments: SegmentSet
    /// The path of the store's directory.
    let path: String
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

    /// Whether objects may share unique values: those of a former state need not keep the rules of
    /// the present schemas.
    var mayShareUniqueValues = false

    /// Makes a builder.
    /// - Parameters:
    ///   - path: The path of the store's directory.
    ///   - rows: The rows of the entities, without trees.
    init(
        catalog: Catalog, segments: SegmentSet, path: String, idKey: IDKey,
        pool: NodePool, rows: [EntityRoots], indexBuildMax: Int = .max
    ) {
        self.catalog = catalog
        self.segments = segments
        self.path = path
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
    func wholeSegment(_ number: SegmentNumber) -> ByteView? { segments.view(of: number) }
    func isChecked(_ segment: SegmentNumber) -> Bool { segments.isChecked(segment) }
    var checkedRows: CheckedRows? { segments.checkedRows }
    /// False: the rows are those of the end, and the trees are built after them.
    var isOfOneState: Bool { false }
    func path(of segment: SegmentNumber) -> String {
        "\(path)/\(FileName.segment(segment))"
    }

    mutating func build() throws(StoreError) {
        for definition in catalog.all {
            try reading { try build(definition) }
        }
    }

    /// Builds all trees of an entity. Two objects with one unique value, or an object without an
    /// id, are damage that no checksum can detect.
    mutating func build(_ definition: EntityDefinition) throws {
        try build(definition.allIndexes, definition)
    }

    /// Builds some of an entity's trees.
    mutating func build(_ indexes: [IndexDefinition], _ definition: EntityDefinition) throws {
        guard !indexes.isEmpty else { return }
        let schema = definition.schema
        let all = try IndexEntries.all(of: indexes, definition, in: view, isShared: true)
        for (index, entries) in zip(indexes, all) where index.isUnique {
            if index.slot < 0, let position = entries.withoutValue {
                throw damaged(position, "an object of '\(schema.name)' has no id")
            }
            try entries.forEachDuplicate { first, second in
                throw duplicate(second, first, index, schema)
            }
        }
        let count = all.reduce(0) { $0 + $1.entries.count }
        let trees = pool.forEachInLanes(
            Lanes(pieces: all.count, isShared: count >= Self.manyMin), isForMany: true
        ) { place, pool in Tree(sorted: all[place].entries, pool: pool) }
        for (index, tree) in zip(indexes, trees) { set(index, to: tree, definition) }
    }

    /// Minimum number of entries whose trees several threads build.
    private static let manyMin = 1 << 16

    mutating func set(_ index: IndexDefinition, to tree: Tree, _ definition: EntityDefinition) {
        if index.slot < 0 {
            roots[Int(definition.schema.number.rawValue)].ids = tree
        } else {
            trees[index.slot] = tree
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
