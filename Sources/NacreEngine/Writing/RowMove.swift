internal import NacreFormat

/// A live record that a compaction has copied: whose it is, and from where to where.
struct RowMove {
    let from: Position
    let to: Position
    let row: UInt32
    let entity: UInt16

    /// What takes it back.
    var reversed: RowMove { RowMove(from: to, to: from, row: row, entity: entity) }

    /// Neighbouring rows share a leaf of their table, so moves are made in their order.
    static func isBefore(_ a: RowMove, _ b: RowMove) -> Bool {
        (a.entity, a.row) < (b.entity, b.row)
    }
}
