internal import NacreFormat

/// A scan that collects rows and passes on their records a block at a time.
struct RowScan: ~Copyable {
    private var reader: BlockReader
    private var isOver = false

    init(of definition: EntityDefinition, in source: StoreView) {
        reader = BlockReader(of: definition, in: source)
    }

    /// Adds a row.
    /// - Returns: False if `body` has returned false.
    mutating func add(
        _ row: UInt32, _ body: (borrowing BlockReader) throws -> Bool
    ) throws -> Bool {
        reader.append(row)
        if reader.block.isFull { try end(body) }
        return !isOver
    }

    /// Passes on all rows of a leaf of the row table. No added row may be pending.
    /// - Returns: False if `body` has returned false.
    mutating func add(
        _ leaf: Node, from first: UInt32, before next: Node?,
        _ body: (borrowing BlockReader) throws -> Bool
    ) throws -> Bool {
        guard !isOver else { return false }
        isOver = try !reader.forEachBlock(of: leaf, from: first, before: next, body)
        reader.removeAll()
        return !isOver
    }

    /// Passes on the rows of the last, incomplete block.
    /// - Returns: False if `body` has returned false.
    @discardableResult
    mutating func end(_ body: (borrowing BlockReader) throws -> Bool) throws -> Bool {
        guard !isOver, reader.block.count > 0 else { return !isOver }
        try reader.locate()
        isOver = try !body(reader)
        reader.removeAll()
        return !isOver
    }
}
