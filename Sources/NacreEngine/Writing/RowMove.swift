internal import NacreFormat

/// A live record that a compaction has copied: its entity and row, and the old and new positions.
struct RowMove {
    let from: Position
    let to: Position
    let row: UInt32
    let entity: UInt16

    /// The move that reverts this one.
    var reversed: RowMove { RowMove(from: to, to: from, row: row, entity: entity) }

    /// Orders moves by row: neighboring rows share a leaf of their table.
    static func isBefore(_ a: RowMove, _ b: RowMove) -> Bool {
        (a.entity, a.row) < (b.entity, b.row)
    }
}
