internal import NacreFormat

/// Asks the columns of an entity, a leaf of its row table at a time, which objects conditions may
/// hold for.
struct ColumnTest<Source: RecordSource> {
    private let source: Source
    private let definition: EntityDefinition
    private var parts: [Part]

    private struct Part {
        let condition: ColumnCondition
        let column: Column
        var steps: LayoutCache<Step>
    }

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

        func key(of found: FoundRecord, in source: some RecordSource) throws -> UInt64 {
            if case .constant = value { return olderKey }
            return try value.orderKey(found, in: source)
        }
    }

    init(
        _ conditions: [ColumnCondition], of definition: EntityDefinition,
        _ columns: ColumnStore, in source: Source
    ) {
        self.source = source
        self.definition = definition
        parts = conditions.map { condition in
            Part(
                condition: condition,
                column: columns.column(of: condition.attribute, in: definition.schema.number),
                steps: LayoutCache { try Step(condition.attribute, $0) })
        }
    }

    /// - Returns: a bit for each row of the leaf, those of the first 64 rows first.
    mutating func rows(of leaf: Node, from first: UInt32) throws -> [2 of UInt64] {
        var rows: [2 of UInt64] = [.max, .max]
        for place in parts.indices where rows[0] | rows[1] != 0 {
            let chunk = try chunk(place, of: leaf, from: first)
            for half in 0..<2 {
                rows[half] &= parts[place].condition.ranges.reduce(0) {
                    $0 | chunk.rows(half, in: $1)
                }
            }
        }
        return rows
    }

    private mutating func chunk(
        _ place: Int, of leaf: Node, from first: UInt32
    ) throws -> ColumnChunk {
        try parts[place].column.chunk(of: leaf, from: first) {
            var entries: [(place: Int, key: UInt64)] = []
            var reader = BlockReader(of: definition, in: source)
            _ = try reader.forEachBlock(of: leaf, from: first) { reader in
                for index in 0..<reader.block.count {
                    let found = try reader.found(index)
                    let key = try parts[place].steps[found.layout].key(of: found, in: source)
                    entries.append((Int(found.row.rawValue - first), key))
                }
                return true
            }
            return ColumnChunk(of: leaf, entries)
        }
    }
}
