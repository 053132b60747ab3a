internal import NacreFormat

/// Gathers rows one after another and passes on their records a block at a time.
struct RowScan<Source: RecordSource>: ~Copyable {
    private var reader: BlockReader<Source>
    private var isOver = false

    init(of definition: EntityDefinition, in source: Source) {
        reader = BlockReader(of: definition, in: source)
    }

    /// - Returns: false once `body` has.
    mutating func add(
        _ row: UInt32, _ body: (borrowing BlockReader<Source>) throws -> Bool
    ) throws -> Bool {
        reader.append(row)
        if reader.block.isFull { try end(body) }
        return !isOver
    }

    /// Passes on those that wait for a block to be full.
    mutating func end(_ body: (borrowing BlockReader<Source>) throws -> Bool) throws {
        guard !isOver, reader.block.count > 0 else { return }
        try reader.locate()
        isOver = try !body(reader)
        reader.removeAll()
    }
}
