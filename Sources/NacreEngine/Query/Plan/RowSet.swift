/// A set of an entity's rows, a bit for each. Used for intersections and unions of key ranges.
struct RowSet {
    private var words: [UInt64]

    /// - Parameter end: The end of the rows: all are below it.
    init(end: UInt32) { words = Array(repeating: 0, count: (Int(end) + 63) / 64) }

    mutating func insert(_ row: UInt32) { words[Int(row / 64)] |= 1 << UInt64(row % 64) }

    mutating func formUnion(_ other: RowSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    mutating func formIntersection(_ other: RowSet) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// The number of rows in the set.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    private static let wordsOfPiece = 256

    /// The number of pieces, which can be visited separately.
    var pieceCount: Int { (words.count + Self.wordsOfPiece - 1) / Self.wordsOfPiece }

    /// Calls `body` with the rows of a piece in ascending order, until it returns false.
    func forEach(in piece: Int, _ body: (UInt32) throws -> Bool) rethrows {
        let start = piece * Self.wordsOfPiece
        for index in start..<min(start + Self.wordsOfPiece, words.count) {
            let goesOn = try words[index].visitBits { try body(UInt32(index * 64 + $0)) }
            guard goesOn else { return }
        }
    }
}
