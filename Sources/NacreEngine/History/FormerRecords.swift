internal import NacreFormat

/// The positions that records had at a commit, for rows that changed after it.
enum FormerRecords {
    /// A snapshot of that commit.
    case snapshot(DatabaseSnapshot)
    /// Positions found in the history, if no snapshot exists. Rows without an entry had no object.
    case found([RowKey: Position])

    /// Returns the record's position; ``Position/none`` if the row had no object.
    func position(of key: RowKey) -> Position {
        switch self {
        case .snapshot(let snapshot):
            Position(snapshot.roots(of: key.entity).rows[key.row.rawValue])
        case .found(let positions): positions[key] ?? .none
        }
    }
}
