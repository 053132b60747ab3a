internal import NacreFormat

/// Builds the id trees of a store whose rows are known.
struct IndexBuilder: RecordSource {
    let catalog: Catalog
    let segments: SegmentSet
    let directory: any StoreDirectory
    let idKey: IDKey
    let pool: NodePool
    /// Of external values, which ids may be.
    private var externalRows = EntityRoots()

    init(
        catalog: Catalog, segments: SegmentSet, directory: any StoreDirectory, idKey: IDKey,
        pool: NodePool
    ) {
        self.catalog = catalog
        self.segments = segments
        self.directory = directory
        self.idKey = idKey
        self.pool = pool
    }

    func roots(of entity: EntityNumber) -> EntityRoots { externalRows }
    func bytes(at position: Position) -> ByteView? { segments.bytes(at: position) }
    func path(of segment: SegmentNumber) -> String {
        "\(directory.path)/\(FileName.segment(segment))"
    }

    mutating func build(_ replayed: [EntityRoots]) throws(StoreError) -> [EntityRoots] {
        var roots = replayed
        while roots.count < catalog.entityCount { roots.append(EntityRoots()) }
        externalRows = roots[0]
        for definition in catalog.all {
            let number = Int(definition.schema.number.rawValue)
            do {
                roots[number].ids = try tree(roots[number].rows, definition)
            } catch let error as StoreError {
                throw error
            } catch {
                throw StoreError(.corrupt, "An id cannot be read.", cause: "\(error)")
            }
        }
        return roots
    }

    private func tree(_ rows: RowTable, _ definition: EntityDefinition) throws -> Tree {
        var entries: [TreeEntry] = []
        try rows.forEach { row, word in
            let found = try record(at: Position(word), row: RowNumber(row), verifying: false)
            entries.append(TreeEntry(key: idKey(try id(of: found)), row: row))
            return true
        }
        entries.sort()
        try checkUnique(entries, rows, definition)
        return Tree(sorted: entries, pool: pool)
    }

    /// Two objects with one id are damage that no checksum can see.
    private func checkUnique(
        _ entries: [TreeEntry], _ rows: RowTable, _ definition: EntityDefinition
    ) throws {
        let type = definition.schema.idAttribute.type
        for index in entries.indices.dropFirst() where entries[index].key == entries[index - 1].key
        {
            let pair = try [entries[index - 1], entries[index]].map { entry in
                try record(
                    at: Position(rows[entry.row]), row: RowNumber(entry.row), verifying: true)
            }
            guard try IDKey.isExact(type) || id(of: pair[0]) == id(of: pair[1]) else { continue }
            throw damaged(
                pair[1].position,
                "two objects of '\(definition.schema.name)' have one id; the other stands at"
                    + " \(pair[0].position)")
        }
    }
}
