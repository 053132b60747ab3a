internal import NacreFormat

/// Rows and lengths of documents. A document is known by its ordinal: its place among the rows.
extension SearchRun {
    /// Returns the row of a document.
    @inline(__always)
    func row(of ordinal: UInt32) -> UInt32 {
        precondition(Int(ordinal) < documentCount)
        if isContiguous { return firstRow &+ ordinal }
        return bytes.load(
            UInt32.self, at: range(of: .rows).lowerBound &+ Int(ordinal) &* 4)
    }

    /// The end of the rows: all documents' rows are below it.
    package var rowsEnd: UInt32 {
        documentCount == 0 ? 0 : row(of: UInt32(documentCount - 1)) + 1
    }

    /// Throws if the rows do not ascend.
    func checkOrderOfRows() throws(SearchError) {
        if isContiguous { return }
        for ordinal in 1..<max(UInt32(documentCount), 1)
        where row(of: ordinal - 1) >= row(of: ordinal) {
            throw .damaged(offset: range(of: .rows).lowerBound, reason: "order of rows")
        }
        guard documentCount == 0 || row(of: UInt32(documentCount - 1)) < RunLayout.rowsMax,
            documentCount == 0 || row(of: 0) == firstRow
        else { throw .damaged(offset: range(of: .rows).lowerBound, reason: "rows") }
    }

    /// Returns the ordinal of a row's document, or nil if the run has none.
    func ordinal(of row: UInt32) -> UInt32? {
        guard documentCount > 0, row >= firstRow else { return nil }
        if isContiguous {
            let ordinal = row - firstRow
            return Int(ordinal) < documentCount ? ordinal : nil
        }
        let start = range(of: .rows).lowerBound
        var low = 0
        var high = documentCount
        while low < high {
            let middle = (low + high) / 2
            let found = bytes.load(UInt32.self, at: start + middle * 4)
            if found == row { return UInt32(middle) }
            if found < row { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Returns the number of terms of a document.
    @inline(__always)
    func length(of ordinal: UInt32) -> UInt32 {
        precondition(Int(ordinal) < documentCount)
        let bit = Int(ordinal) &* lengthWidth
        let word = bytes.load(
            UInt64.self, at: range(of: .lengths).lowerBound &+ bit &>> 3)
        let mask = UInt64(1) << UInt64(lengthWidth) &- 1
        return UInt32(truncatingIfNeeded: (word &>> UInt64(bit & 7)) & mask)
    }

    /// Returns the touched rows, ascending.
    func touchedRows() throws(SearchError) -> [UInt32] {
        var rows: [UInt32] = []
        var reader = RunReader(self, range(of: .touched))
        var next = 0
        for _ in 0..<touchedCount {
            let row = next + Int(try reader.varint())
            guard row < RunLayout.rowsMax else { throw reader.damaged("touched row") }
            rows.append(UInt32(row))
            next = row + 1
        }
        return rows
    }
}
