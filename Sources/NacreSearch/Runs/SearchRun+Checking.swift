internal import NacreFormat

/// Checks of a whole run.
extension SearchRun {
    /// Throws if any byte of the run is not as it was written, or contradicts another one.
    package func checkWhole() throws(SearchError) {
        for section in RunSection.allCases { try checkSum(of: section) }
        try checkPieces()
        try checkPadding()
        try checkRows()
        var (postings, count, end) = (0, 0, range(of: .postings).lowerBound)
        var last: [UInt8] = []
        let cursor = DictionaryCursor(self)
        while try cursor.advance() {
            let isAscending = last.withView { $0.compare(cursor.term) < 0 }
            guard isAscending else {
                throw .damaged(offset: range(of: .terms).lowerBound, reason: "order of terms")
            }
            last = cursor.term.bytes
            guard cursor.entry.list.lowerBound == end else {
                throw .damaged(offset: end, reason: "place of a list")
            }
            end = cursor.entry.list.upperBound
            postings += cursor.entry.documents
            count += 1
            try check(cursor.entry)
        }
        guard end == range(of: .postings).upperBound else {
            throw .damaged(offset: end, reason: "end of the lists")
        }
        guard postings == postingCount, count == termCount else {
            throw .damaged(offset: 48, reason: "number of postings")
        }
    }

    private func checkPadding() throws(SearchError) {
        for section in RunSection.allCases {
            var offset = range(of: section).upperBound
            while offset % 8 != 0 {
                guard bytes[offset] == 0 else { throw .damaged(offset: offset, reason: "padding") }
                offset += 1
            }
        }
    }

    private func checkRows() throws(SearchError) {
        try checkOrderOfRows()
        var sum = 0
        for ordinal in 0..<UInt32(documentCount) { sum += Int(length(of: ordinal)) }
        guard sum == lengthSum else {
            throw .damaged(offset: range(of: .lengths).lowerBound, reason: "sum of lengths")
        }
        _ = try touchedRows()
    }

    /// Checks a posting list: everything can be read, ascends, and agrees with the skip entries.
    private func check(_ entry: TermEntry) throws(SearchError) {
        func damaged(_ reason: String) -> SearchError {
            .damaged(offset: entry.list.lowerBound, reason: reason)
        }
        if entry.documents == 0 { return }
        let cursor = try PostingCursor(self, entry)
        var places: [UInt32] = []
        var (count, block) = (0, -1)
        var leastLength = UInt32.max
        var greatest = Array(repeating: 0, count: fieldCount)
        func checkSkipEntry() throws(SearchError) {
            guard block >= 0, cursor.blockCount > 1 || entry.documents == RunLayout.blockSize
            else { return }
            guard cursor.leastLength(block) == UInt32(UInt16(clamping: leastLength)) else {
                throw damaged("least length")
            }
            for field in 0..<fieldCount
            where cursor.greatestFrequency(block, field: field) != UInt8(clamping: greatest[field])
            {
                throw damaged("greatest frequency")
            }
        }
        try cursor.advance()
        while cursor.current != PostingCursor.end {
            if cursor.block != block {
                try checkSkipEntry()
                block = cursor.block
                leastLength = .max
                for field in greatest.indices { greatest[field] = 0 }
            }
            places.removeAll(keepingCapacity: true)
            try cursor.appendPlaces(to: &places)
            guard !places.isEmpty else { throw damaged("document without a place") }
            let ordinal = UInt32(truncatingIfNeeded: cursor.current)
            leastLength = min(leastLength, length(of: ordinal))
            var counts = Array(repeating: 0, count: fieldCount)
            for place in places { counts[Int(place >> RunLayout.positionBits)] += 1 }
            for field in counts.indices { greatest[field] = max(greatest[field], counts[field]) }
            count += 1
            try cursor.advance()
        }
        try checkSkipEntry()
        guard count == entry.documents else { throw damaged("number of documents") }
    }
}
