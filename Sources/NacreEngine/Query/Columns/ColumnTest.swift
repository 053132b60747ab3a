internal import NacreFormat

/// Asks the columns of an entity, a leaf of its row table at a time, which objects conditions may
/// hold for.
struct ColumnTest {
    private let conditions: [ColumnCondition]
    /// Of each condition.
    private var readers: [ColumnReader]

    /// - Parameter columns: the source's.
    init(
        _ conditions: [ColumnCondition], of definition: EntityDefinition,
        _ columns: ColumnStore, in source: StoreView
    ) {
        self.conditions = conditions
        readers = conditions.map {
            ColumnReader(of: $0.attribute, definition, columns, in: source)
        }
    }

    /// - Returns: a bit for each row of the leaf, those of the first 64 rows first. Without
    ///   conditions there are bits for rows without an object, too.
    mutating func rows(of leaf: Node, from first: UInt32) throws -> [2 of UInt64] {
        var rows: [2 of UInt64] = [.max, .max]
        for place in conditions.indices where rows[0] | rows[1] != 0 {
            let chunk = try readers[place].chunk(of: leaf, from: first)
            for half in 0..<2 {
                rows[half] &= conditions[place].ranges.reduce(0) { $0 | chunk.rows(half, in: $1) }
            }
        }
        return rows
    }
}
