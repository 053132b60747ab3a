internal import NacreFormat
internal import Synchronization

/// The checksums of the pieces of a run that lies in a file: each piece of its posting lists and
/// its dictionary is checked before it is first used. So opening a large run reads little of it,
/// and no damage leads to a wrong answer. Thread-safe.
final class RunPieces: Sendable {
    /// The bytes of a piece; the last one may have fewer.
    static let size = 1 << 16

    /// A bit for each piece that is known to be sound.
    private let known: Mutex<[UInt64]>

    /// - Parameter count: The number of bytes of all pieces.
    init(bytes count: Int) {
        known = Mutex(Array(repeating: 0, count: Self.count(ofBytes: count) / 64 + 1))
    }

    /// Returns the number of pieces.
    static func count(ofBytes count: Int) -> Int { (count + size - 1) / size }

    /// Throws if bytes of a run are not as they were written.
    func check(_ range: Range<Int>, of run: SearchRun) throws(SearchError) {
        if range.isEmpty { return }
        let first = (range.lowerBound - RunLayout.headerSize) / Self.size
        let last = (range.upperBound - 1 - RunLayout.headerSize) / Self.size
        for piece in first...last where !isKnown(piece) {
            try run.check(piece: piece)
            known.withLock { $0[piece / 64] |= 1 << UInt64(piece % 64) }
        }
    }

    private func isKnown(_ piece: Int) -> Bool {
        known.withLock { $0[piece / 64] & 1 << UInt64(piece % 64) != 0 }
    }
}

extension SearchRun {
    /// The bytes that are checked in pieces: the posting lists and the dictionary.
    var pieces: Range<Int> {
        range(of: .postings).lowerBound..<range(of: .terms).upperBound
    }

    /// Throws if some of these bytes are not as they were written. Costs nothing for a run that
    /// this process has made.
    @inline(__always)
    func check(_ range: Range<Int>) throws(SearchError) {
        if let unchecked { try unchecked.check(range, of: self) }
    }

    /// Throws if a piece is not as it was written.
    fileprivate func check(piece: Int) throws(SearchError) {
        let start = pieces.lowerBound + piece * RunPieces.size
        let end = min(start + RunPieces.size, pieces.upperBound)
        let expected = bytes.load(
            UInt32.self, at: range(of: .checksums).lowerBound + piece * 4)
        guard bytes[start..<end].crc == expected else {
            throw .damaged(offset: start, reason: "checksum of a piece")
        }
    }

    /// Throws if any piece is not as it was written.
    func checkPieces() throws(SearchError) {
        for piece in 0..<RunPieces.count(ofBytes: pieces.count) { try check(piece: piece) }
    }
}
