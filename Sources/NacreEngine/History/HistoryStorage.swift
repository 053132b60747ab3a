package import NacreFormat

/// Reads records as they were before or after a commit, by position. Keeps the files of these
/// records in existence.
package struct HistoryStorage: RecordStorage, Sendable {
    /// A snapshot at the commit or after it.
    let head: DatabaseSnapshot
    /// A snapshot at the commit or before it, if there is one.
    let base: DatabaseSnapshot?
    /// The external values whose positions differ from the base's, or from the head's if there is
    /// no base.
    let externals: [RowNumber: Position]

    package var catalog: Catalog { head.catalog }

    package func bytes(at position: Position) -> ByteView? {
        head.bytes(at: position) ?? base?.bytes(at: position)
    }

    package func isChecked(_ segment: SegmentNumber) -> Bool {
        let source = head.wholeSegment(segment) == nil ? base ?? head : head
        return source.isChecked(segment)
    }

    /// Nil: marks are kept for the newest records only, and these may be older.
    package var checkedRows: CheckedRows? { nil }

    package func externalPosition(of row: RowNumber) -> Position {
        externals[row] ?? (base ?? head).externalPosition(of: row)
    }

    /// The objects as they are after the commit, or later.
    package var objects: any RecordSource { head }

    package func path(of segment: SegmentNumber) -> String { head.path(of: segment) }
}
