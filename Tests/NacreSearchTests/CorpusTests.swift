import NacreSearch
import Testing

/// Scores among the documents of several states, and scores that a factor changes.
@Suite struct CorpusTests {
    private static func state(_ documents: [(row: UInt32, text: [String])]) throws -> SearchState {
        let changes = documents.map {
            RowChange(row: $0.row, former: nil, next: [[$0.text]])
        }
        return try SearchState().adding(RunBuilder.run(changes, fields: 1))
    }

    @Test func `hits of two states are those of one state with all documents`() throws {
        for seed in TestScale.seeds(20) {
            var source = RandomSource(seed: UInt64(seed))
            let texts = (0..<60).map { _ in source.document(fields: 1)[0].first ?? [] }
            let documents = texts.enumerated().map { (row: UInt32($0), text: $1) }
            let whole = try Self.state(documents)
            let parts = [
                try Self.state(documents.filter { $0.row % 3 == 0 }),
                try Self.state(documents.filter { $0.row % 3 != 0 }),
            ]
            for _ in 0..<10 {
                let query = source.query()
                var corpus = try parts[0].statistics(of: query)
                corpus += try parts[1].statistics(of: query)
                let expected = try whole.top(100, matching: query, isBefore: <).hits
                var hits: [SearchHit] = []
                for part in parts {
                    hits += try part.top(100, matching: query, among: corpus, isBefore: <).hits
                }
                hits.sort { $0.score > $1.score || $0.score == $1.score && $0.row < $1.row }
                try #require(hits.map(\.row) == expected.map(\.row), "\(query), seed \(seed)")
                for (one, other) in zip(hits, expected) {
                    try #require(abs(one.score - other.score) < 1e-9, "\(query), seed \(seed)")
                }
            }
        }
    }

    @Test func `a factor multiplies scores, and changes which documents are the best`() throws {
        for seed in TestScale.seeds(20) {
            var source = RandomSource(seed: UInt64(seed))
            let documents = (0..<UInt32(2000)).map { row in
                (row: row, text: source.document(fields: 1)[0].first ?? [])
            }
            let state = try Self.state(documents)
            let factors = documents.map { _ in Double(source.below(5)) / 4 }
            func factor(_ row: UInt32) -> Double { factors[Int(row)] }
            for _ in 0..<5 {
                let query = source.query()
                let expected = try state.top(5000, matching: query, isBefore: <).hits
                    .map { SearchHit(row: $0.row, score: $0.score * factor($0.row)) }
                    .sorted { $0.score > $1.score || $0.score == $1.score && $0.row < $1.row }
                for isPruned in [true, false] {
                    let hits = try state.top(
                        20, matching: query, factor: factor, isBefore: <, isPruned: isPruned
                    ).hits
                    try #require(hits == Array(expected.prefix(20)), "\(query), seed \(seed)")
                    guard let last = hits.last else { continue }
                    let place = SearchContinuation(score: last.score) { $0 > last.row }
                    let next = try state.top(
                        20, matching: query, after: place, factor: factor, isBefore: <,
                        isPruned: isPruned
                    ).hits
                    try #require(next == Array(expected.dropFirst(20).prefix(20)), "page 2")
                }
            }
        }
    }
}
