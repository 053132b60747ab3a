package import NacreFormat

/// Reads records as they were before or after a commit, by their places. Holds what it needs: the
/// files of the records stay as long as it does.
package struct HistoryStorage: RecordStorage, Sendable {
    /// At or behind the commit.
    let head: Snapshot
    /// At or before the commit, if there is one.
    let base: Snapshot?
    /// Those external values that are not where the base has them, or the head without one.
    let externals: [RowNumber: Position]

    package var catalog: Catalog { head.catalog }

    package func bytes(at position: Position) -> ByteView? {
        head.bytes(at: position) ?? base?.bytes(at: position)
    }

    package func isChecked(_ segment: SegmentNumber) -> Bool {
        let source = head.wholeSegment(segment) == nil ? base ?? head : head
        return source.isChecked(segment)
    }

    /// Notes are kept of newest records only, and these may be older.
    package var checkedRows: CheckedRows? { nil }

    package func externalPosition(of row: RowNumber) -> Position {
        externals[row] ?? (base ?? head).externalPosition(of: row)
    }

    /// As they are behind the commit, or later.
    package var objects: any RecordSource { head }

    package func path(of segment: SegmentNumber) -> String { head.path(of: segment) }
}
