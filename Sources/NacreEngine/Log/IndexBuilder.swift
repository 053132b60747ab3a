internal import NacreFormat

/// Builds the trees of a store whose rows are known: those of ids and of unique attributes.
struct IndexBuilder: RecordSource {
    let catalog: Catalog
    let segments: SegmentSet
    let directory: any StoreDirectory
    let idKey: IDKey
    let pool: NodePool
    var roots: [EntityRoots]
    var trees: [Tree]

    /// - Parameter rows: of the entities, without trees.
    init(
        catalog: Catalog, segments: SegmentSet, directory: any StoreDirectory, idKey: IDKey,
        pool: NodePool, rows: [EntityRoots]
    ) {
        self.catalog = catalog
        self.segments = segments
        self.directory = directory
        self.idKey = idKey
        self.pool = pool
        roots = rows
        while roots.count < catalog.entityCount { roots.append(EntityRoots()) }
        trees = Array(repeating: Tree(), count: catalog.treeCount)
    }

    func roots(of entity: EntityNumber) -> EntityRoots { roots[Int(entity.rawValue)] }
    func tree(_ slot: Int) -> Tree { trees[slot] }
    func bytes(at position: Position) -> ByteView? { segments.bytes(at: position) }
    func isChecked(_ segment: SegmentNumber) -> Bool { segments.isChecked(segment) }
    func path(of segment: SegmentNumber) -> String {
        "\(directory.path)/\(FileName.segment(segment))"
    }

    mutating func build() throws(StoreError) {
        for definition in catalog.all {
            try reading { try build(definition) }
        }
    }

    /// All trees of an entity.
    mutating func build(_ definition: EntityDefinition) throws {
        let number = Int(definition.schema.number.rawValue)
        roots[number].ids = try tree(definition.schema.idOrdinal, definition)
        for unique in definition.uniques {
            trees[unique.slot] = try tree(unique.ordinal, definition)
        }
    }

    /// Runs what reads records.
    func reading(_ body: () throws -> Void) throws(StoreError) {
        do { try body() } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                .corrupt, "A value that a tree needs cannot be read.", cause: "\(error)")
        }
    }

    /// Two objects with one value, or one without an id, are damage that no checksum can see.
    private func tree(_ ordinal: Int, _ definition: EntityDefinition) throws -> Tree {
        let schema = definition.schema
        let all = try AttributeEntries(ordinal, of: definition, in: self)
        if ordinal == schema.idOrdinal, let position = all.withoutValue {
            throw damaged(position, "an object of '\(schema.name)' has no id")
        }
        try all.forEachDuplicate { first, second in
            throw duplicate(second, first, ordinal, schema)
        }
        return Tree(sorted: all.entries, pool: pool)
    }

    func duplicate(
        _ found: FoundRecord, _ other: FoundRecord, _ ordinal: Int, _ schema: EntitySchema
    ) -> StoreError {
        damaged(
            found.position,
            "two objects of '\(schema.name)' have one '\(schema.attributes[ordinal].name)';"
                + " the other stands at \(other.position)")
    }
}
