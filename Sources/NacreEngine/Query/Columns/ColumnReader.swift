internal import NacreFormat

/// Reads the column of one attribute for one source, and makes what is missing of it.
struct ColumnReader {
    private let source: StoreView
    private let definition: EntityDefinition
    private let column: Column
    /// As it was when the reader was made.
    private let made: [UInt32: ColumnChunk]
    private var steps: LayoutCache<Step>

    /// How the key comes out of the records of one layout.
    private final class Step {
        let value: ValueStep
        /// Of records that are older than the attribute.
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

    /// - Parameter columns: the source's.
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

    /// - Parameter first: the first row of the leaf.
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
