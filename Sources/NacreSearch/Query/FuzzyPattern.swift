internal import NacreFormat

/// Computes how many edits a term is away from a word: inserted, deleted and replaced scalars and
/// swaps of neighbours, where no scalar is edited twice.
///
/// The rows of the table are kept, so that the next term continues after the bytes that it shares
/// with the one before: a walk over a sorted dictionary computes each row once.
struct FuzzyPattern {
    private let scalars: [UInt32]
    private let edits: Int
    /// The table: one row for each number of scalars of the term, and one column for each number
    /// of scalars of the word.
    private var table: [Int]
    /// The scalars of the term, and the offsets of their ends.
    private var termScalars: [UInt32] = []
    private var ends: [Int] = []
    /// The length of a beginning of the last term with which no term is near enough.
    private var hopelessEnd = Int.max

    init(_ bytes: [UInt8], edits: Int) {
        var scalars: [UInt32] = []
        bytes.withView { view in
            var offset = 0
            while offset < view.count { scalars.append(Self.scalar(of: view, at: &offset)) }
        }
        self.scalars = scalars
        self.edits = max(edits, 0)
        table = Array(0...scalars.count)
    }

    /// Returns the number of edits, or nil if there are too many.
    /// - Parameter shared: The number of bytes that the term shares with the one of the last call.
    mutating func distance(to term: ByteView, shared: Int) -> Int? {
        if shared >= hopelessEnd { return nil }
        while let end = ends.last, end > shared {
            ends.removeLast()
            termScalars.removeLast()
        }
        let width = scalars.count + 1
        table.removeLast(table.count - (ends.count + 1) * width)
        hopelessEnd = .max
        var offset = ends.last ?? 0
        while offset < term.count {
            termScalars.append(Self.scalar(of: term, at: &offset))
            ends.append(offset)
            // Values of later rows are at least the least one of the last row.
            if appendRow() > edits {
                hopelessEnd = offset
                return nil
            }
        }
        let distance = table[table.count - 1]
        return distance <= edits ? distance : nil
    }

    /// Appends the row of the last scalar.
    /// - Returns: The least value of the row.
    private mutating func appendRow() -> Int {
        let width = scalars.count + 1
        let row = ends.count
        let last = (row - 1) * width
        let scalar = termScalars[row - 1]
        table.append(row)
        var least = row
        for column in 1..<width {
            let isSame = scalars[column - 1] == scalar
            var best = min(table[last + column], table[last + width + column - 1]) + 1
            best = min(best, table[last + column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, scalars[column - 2] == scalar,
                scalars[column - 1] == termScalars[row - 2]
            {
                best = min(best, table[last - width + column - 2] + 1)
            }
            table.append(best)
            least = min(least, best)
        }
        return least
    }

    /// Reads a scalar of UTF-8. A byte that is no part of one counts as a scalar of its own.
    private static func scalar(of text: ByteView, at offset: inout Int) -> UInt32 {
        let first = text[offset]
        offset += 1
        if first < 0x80 { return UInt32(first) }
        let more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0
        guard more > 0, offset + more <= text.count else { return 0x11_0000 + UInt32(first) }
        var scalar = UInt32(first) & (0x3F >> UInt32(more))
        for next in offset..<offset + more {
            guard text[next] & 0xC0 == 0x80 else { return 0x11_0000 + UInt32(first) }
            scalar = scalar << 6 | UInt32(text[next] & 0x3F)
        }
        offset += more
        return scalar
    }

    /// Whether a term is at most so many edits away from a word.
    static func isNear(_ term: ByteView, to bytes: [UInt8], edits: Int) -> Bool {
        var pattern = FuzzyPattern(bytes, edits: edits)
        return pattern.distance(to: term, shared: 0) != nil
    }
}
