internal import NacreFormat

/// A reader of one attribute's column for one source. It makes missing chunks.
struct ColumnReader {
    private let source: StoreView
    private let definition: EntityDefinition
    private let column: Column
    /// The chunks that existed when the reader was made.
    private let made: [UInt32: ColumnChunk]
    private var steps: LayoutCache<Step>

    /// The way the key is computed from the records of one layout.
    private final class Step {
        let value: ValueStep
        /// The key of records that are older than the attribute.
        let olderKey: UInt64

        init(_ attribute: AttributeSchema, _ layout: Layout) throws {
            do throws(OperandError) { value = try ValueStep(attribute, layout) } catch {
                throw StoreError(error)
            }
            olderKey = OrderKey.key(attribute.valueOfOlderRecords)
        }

        func key(of found: FoundRecord, in source: StoreView) throws -> UInt64 {
            if case .constant = value { return olderKey }
            return try value.orderKey(found, in: source)
        }
    }

    /// - Parameter columns: The source's columns.
    init(
        of attribute: AttributeSchema, _ definition: EntityDefinition, _ columns: ColumnStore,
        in source: StoreView
    ) {
        self.source = source
        self.definition = definition
        column = columns.column(of: attribute, in: definition.schema.number)
        made = column.made
        steps = LayoutCache { try Step(attribute, $0) }
    }

    /// Returns the chunk of a leaf.
    /// - Parameter first: The first row of the leaf.
    mutating func chunk(of leaf: Node, from first: UInt32) throws -> ColumnChunk {
        try source.limit?.check()
        if let chunk = made[Column.number(first)], chunk.isOf(leaf) { return chunk }
        return try column.chunk(of: leaf, from: first) {
            var entries: [(place: Int, key: UInt64)] = []
            var reader = BlockReader(of: definition, in: source)
            _ = try reader.forEachBlock(of: leaf, from: first) { reader in
                for index in 0..<reader.block.count {
                    let found = try reader.found(index)
                    let key = try steps[found.layout].key(of: found, in: source)
                    entries.append((Int(found.row.rawValue - first), key))
                }
                return true
            }
            return ColumnChunk(of: leaf, entries)
        }
    }
}
