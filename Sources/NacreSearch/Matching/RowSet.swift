/// A set of rows.
package struct RowSet: Sendable {
    private enum Storage {
        /// The rows, ascending.
        case few([UInt32])
        /// One bit for each row, in chunks of 64 Ki rows. A chunk without rows is empty.
        case many([[UInt64]])
    }

    private static let fewMax = 4096
    private static let chunkWords = 1024

    private let storage: Storage
    package let count: Int

    /// Makes a set of rows in any order, each of which comes once.
    package init(_ rows: [UInt32]) {
        count = rows.count
        guard rows.count > Self.fewMax else {
            storage = .few(rows.sorted())
            return
        }
        var chunks: [[UInt64]] = []
        for row in rows {
            let chunk = Int(row >> 16)
            if chunk >= chunks.count {
                chunks += Array(repeating: [], count: chunk + 1 - chunks.count)
            }
            if chunks[chunk].isEmpty {
                chunks[chunk] = Array(repeating: 0, count: Self.chunkWords)
            }
            chunks[chunk][Int(row & 0xFFFF) >> 6] |= 1 << UInt64(row & 63)
        }
        storage = .many(chunks)
    }

    package func contains(_ row: UInt32) -> Bool {
        switch storage {
        case .few(let rows):
            var low = 0
            var high = rows.count
            while low < high {
                let middle = (low + high) / 2
                if rows[middle] == row { return true }
                if rows[middle] < row { low = middle + 1 } else { high = middle }
            }
            return false
        case .many(let chunks):
            let chunk = Int(row >> 16)
            guard chunk < chunks.count, !chunks[chunk].isEmpty else { return false }
            return chunks[chunk][Int(row & 0xFFFF) >> 6] & 1 << UInt64(row & 63) != 0
        }
    }

    /// Calls a closure with each row, ascending.
    package func forEach(_ body: (UInt32) throws -> Void) rethrows {
        switch storage {
        case .few(let rows): for row in rows { try body(row) }
        case .many(let chunks):
            for (number, chunk) in chunks.enumerated() {
                for (index, word) in chunk.enumerated() {
                    var bits = word
                    while bits != 0 {
                        try body(
                            UInt32(number << 16 | index << 6 | bits.trailingZeroBitCount))
                        bits &= bits - 1
                    }
                }
            }
        }
    }

    /// The rows, ascending.
    package var rows: [UInt32] {
        var rows: [UInt32] = []
        rows.reserveCapacity(count)
        forEach { rows.append($0) }
        return rows
    }
}
