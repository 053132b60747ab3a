/// Matches the documents that have at least one of many terms. It reads all their lists at once
/// and adds up the frequencies.
final class TermSetMatcher: Matcher {
    private static let chunkSize = 4096

    private let run: SearchRun
    private let context: EvaluationContext
    private let inverse: Double
    /// One bit for each document.
    @safe @exclusivity(unchecked) private var found: [UInt64]
    @safe @exclusivity(unchecked) private var count = 0
    /// The frequencies of the documents, in chunks, which are empty where no document matches.
    @safe @exclusivity(unchecked) private var frequencies: [[Double]] = []

    init(
        _ run: SearchRun, _ terms: [PreparedTerm.Match], term: Int, in fields: FieldSet,
        inverse: Double, _ context: EvaluationContext
    ) throws {
        self.run = run
        self.context = context
        self.inverse = inverse
        found = Array(repeating: 0, count: (run.documentCount + 63) / 64)
        if context.isScored {
            let chunks = (run.documentCount + Self.chunkSize - 1) / Self.chunkSize
            frequencies = Array(repeating: [], count: chunks)
        }
        super.init()
        for match in terms {
            let cursor = try context.cursor(run, match.entry, term: term)
            try add(cursor, fields, match.factor)
        }
        count = found.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    private func add(_ cursor: PostingCursor, _ set: FieldSet, _ factor: Double) throws {
        let present: UInt32 = 1 << UInt32(run.fieldCount) - 1
        let fields = UInt32(set.rawValue) & present
        let isRestricted = fields != present
        try context.count(cursor.documents)
        try cursor.advance()
        while cursor.current != Self.end {
            let ordinal = cursor.current
            if try !isRestricted || cursor.fields() & fields != 0 {
                found[ordinal >> 6] |= 1 << UInt64(ordinal & 63)
                if context.isScored {
                    let chunk = ordinal / Self.chunkSize
                    if frequencies[chunk].isEmpty {
                        frequencies[chunk] = Array(repeating: 0, count: Self.chunkSize)
                    }
                    frequencies[chunk][ordinal % Self.chunkSize] +=
                        try factor
                        * cursor.frequency(in: fields, context.weights)
                }
            }
            try cursor.advance()
        }
    }

    override var cost: Int { count }

    override var greatestScore: Double { context.ranking.greatestScore(inverse) }

    override func advance(to target: Int) {
        guard current < target else { return }
        var word = target >> 6
        guard word < found.count else {
            current = Self.end
            return
        }
        var bits = found[word] & (UInt64.max << UInt64(target & 63))
        while bits == 0 {
            word += 1
            guard word < found.count else {
                current = Self.end
                return
            }
            bits = found[word]
        }
        current = word &<< 6 &+ bits.trailingZeroBitCount
    }

    override func score() -> Double {
        let frequency = frequencies[current / Self.chunkSize][current % Self.chunkSize]
        return context.ranking.score(
            inverse, frequency: frequency,
            length: run.length(of: UInt32(truncatingIfNeeded: current)))
    }

    override func bound(from target: Int) -> ScoreBound {
        if current > target { return ScoreBound(score: 0, last: current - 1) }
        return ScoreBound(score: greatestScore, last: Self.end)
    }
}
