/// Compares candidates with a term, and gives the number of edits between them if it is small. An
/// edit inserts, deletes or replaces a Unicode scalar, or swaps two neighbours; no scalar is edited
/// twice (the distance of optimal string alignment).
///
/// It keeps a row of distances for each scalar of the last candidate, and goes on from the scalars
/// that the next candidate shares. So a walk of a sorted dictionary computes each shared beginning
/// once. When a beginning cannot match any more, ``deadLength`` says so, and the walk can skip all
/// candidates with it:
///
///     if let distance = matcher.distance(of: candidate) { ... }
///     if let dead = matcher.deadLength { /* skip all that begin with candidate[0..<dead] */ }
///
/// Invariants:
/// 1. `ends`, `scalars` and the rows after row 0 have the same count.
/// 2. `bytes` are the beginning of the last candidate up to `ends.last`.
/// 3. All rows but the last have an entry of at most `edits`.
package struct FuzzyMatcher: Sendable {
    /// The greatest number of edits.
    package static let editsMax = 3

    private let term: [UInt32]
    private let edits: Int
    /// The number of entries of a row.
    private let width: Int

    /// The rows. The entry `d` of row `i` is the distance between the candidate's first `i` scalars
    /// and the term's first `i - edits + d`; `edits + 1` if it is greater, or there is no such
    /// beginning of the term.
    private var rows: [UInt8] = []
    private var scalars: [UInt32] = []
    /// The offsets after the scalars.
    private var ends: [Int] = []
    private var bytes: [UInt8] = []

    /// The length of a beginning of the last candidate, in bytes, that no matching candidate has;
    /// nil if the whole candidate can be the beginning of a match.
    package private(set) var deadLength: Int?

    /// Makes a matcher.
    /// - Parameters:
    ///   - term: The term, in UTF-8. Bytes that are not well-formed match nothing.
    ///   - edits: The greatest number of edits of a match: 0 to ``editsMax``.
    package init(term: [UInt8], edits: Int) {
        precondition(edits >= 0 && edits <= Self.editsMax)
        self.edits = edits
        width = 2 * edits + 1
        var scalars: [UInt32] = []
        var offset = 0
        while offset < term.count {
            let (scalar, length) = Self.scalar(term.span, at: offset) ?? (.max, 1)
            scalars.append(scalar)
            offset += length
        }
        self.term = scalars
        for entry in 0..<width {
            let length = entry - edits
            let exists = length >= 0 && length <= scalars.count
            rows.append(UInt8(exists ? length : edits + 1))
        }
    }

    /// Returns the number of edits between the term and a candidate, or nil if there are too many,
    /// or the candidate is not well-formed.
    package mutating func distance(of candidate: Span<UInt8>) -> Int? {
        guard read(candidate) else { return nil }
        let entry = term.count - scalars.count + edits
        guard entry >= 0, entry < width else { return nil }
        let distance = Int(rows[rows.count - width + entry])
        return distance <= edits ? distance : nil
    }

    /// Returns whether some candidate that begins with these bytes can match. A scalar that is cut
    /// off at the end is left out.
    package mutating func canMatch(prefix: Span<UInt8>) -> Bool {
        _ = read(prefix)
        return deadLength == nil
    }

    /// Returns whether a candidate is within some edits of a term.
    package static func isWithin(
        edits: Int, of term: [UInt8], _ candidate: Span<UInt8>
    ) -> Bool {
        var matcher = FuzzyMatcher(term: term, edits: edits)
        return matcher.distance(of: candidate) != nil
    }

    /// Brings the rows to a candidate's last scalar.
    /// - Returns: False if they end before, because the candidate cannot match or is not
    ///   well-formed.
    private mutating func read(_ candidate: Span<UInt8>) -> Bool {
        keepShared(with: candidate)
        var offset = ends.last ?? 0
        deadLength = isDead ? offset : nil
        while deadLength == nil, offset < candidate.count {
            guard let (scalar, length) = Self.scalar(candidate, at: offset) else { return false }
            for index in offset..<(offset + length) { bytes.append(candidate[index]) }
            offset += length
            appendRow(scalar, end: offset)
            if isDead { deadLength = offset }
        }
        return deadLength == nil
    }

    /// Removes the rows of scalars that a candidate does not have.
    private mutating func keepShared(with candidate: Span<UInt8>) {
        var shared = 0
        let countMax = min(bytes.count, candidate.count)
        while shared < countMax, bytes[shared] == candidate[shared] { shared += 1 }
        while let end = ends.last, end > shared {
            ends.removeLast()
            scalars.removeLast()
            rows.removeLast(width)
        }
        bytes.removeLast(bytes.count - (ends.last ?? 0))
    }

    /// Whether no candidate with the present beginning can match. Each distance is at least the
    /// least one of the row before, also by way of a swap: the scalar could be replaced instead.
    private var isDead: Bool {
        for entry in 0..<width where Int(rows[rows.count - width + entry]) <= edits {
            return false
        }
        return true
    }

    private mutating func appendRow(_ scalar: UInt32, end: Int) {
        let row = rows.count
        let count = scalars.count + 1
        for entry in 0..<width {
            let length = count - edits + entry
            guard length >= 0, length <= term.count else {
                rows.append(UInt8(edits + 1))
                continue
            }
            var least = edits + 1
            // The scalar is inserted.
            if entry + 1 < width { least = min(least, Int(rows[row - width + entry + 1]) + 1) }
            if length > 0 {
                let last = term[length - 1]
                // A scalar of the term is deleted.
                if entry > 0 { least = min(least, Int(rows[row + entry - 1]) + 1) }
                let replaced = Int(rows[row - width + entry]) + (last == scalar ? 0 : 1)
                least = min(least, replaced)
                if length > 1, count > 1, term[length - 2] == scalar,
                    scalars[count - 2] == last
                {
                    least = min(least, Int(rows[row - 2 * width + entry]) + 1)
                }
            }
            rows.append(UInt8(least))
        }
        scalars.append(scalar)
        ends.append(end)
    }

    /// Returns the well-formed scalar at an offset and its number of bytes, or nil.
    private static func scalar(
        _ bytes: Span<UInt8>, at offset: Int
    ) -> (scalar: UInt32, length: Int)? {
        let first = UInt32(bytes[offset])
        if first < 0x80 { return (first, 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, first < 0xF5, offset + length <= bytes.count else { return nil }
        var scalar = first & (0x7F >> UInt32(length))
        for index in (offset + 1)..<(offset + length) {
            let byte = UInt32(bytes[index])
            guard byte & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | byte & 0x3F
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        guard scalar >= least, Unicode.Scalar(scalar) != nil else { return nil }
        return (scalar, length)
    }
}
