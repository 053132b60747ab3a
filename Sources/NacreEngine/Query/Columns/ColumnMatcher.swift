internal import NacreFormat

/// A test that finds the objects that may match conditions, by the columns of an entity, a leaf of
/// its row table at a time.
struct ColumnMatcher {
    private let conditions: [ColumnCondition]
    /// The reader of each condition.
    private var readers: [ColumnReader]

    /// - Parameter columns: The source's columns.
    init(
        _ conditions: [ColumnCondition], of definition: EntityDefinition,
        _ columns: ColumnStore, in source: StoreView
    ) {
        self.conditions = conditions
        readers = conditions.map {
            ColumnReader(of: $0.attribute, definition, columns, in: source)
        }
    }

    /// Returns the rows of a leaf that may match.
    /// - Returns: A bit for each row, those of the first 64 rows first. Without conditions, bits
    ///   are set for rows without an object, too.
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
