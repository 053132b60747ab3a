import NacreSearch
import Testing

@Suite struct HistoryTests {
    /// A state and its reference, changed together.
    struct History {
        var source: RandomSource
        var state = SearchState()
        var reference = Reference()
        let fields: Int
        let rows: Int
        /// A merge that has been made and not yet put in place.
        var pending: (range: Range<Int>, merged: SearchRun, state: SearchState)?

        init(seed: UInt64) {
            source = RandomSource(seed: seed)
            fields = [1, 1, 2, 3, 16][source.below(5)]
            rows = [5, 40, 300][source.below(3)]
        }

        init(seed: UInt64, fields: Int, rows: Int) {
            source = RandomSource(seed: seed)
            self.fields = fields
            self.rows = rows
        }

        mutating func commit(_ most: Int) throws {
            var changes: [RowChange] = []
            let chosen = Set((0..<1 + source.below(most)).map { _ in UInt32(source.below(rows)) })
            for row in chosen.sorted() {
                let former = reference.documents[row]
                let next = source.chance(1, in: 4) ? nil : source.document(fields: fields)
                if former == nil, next == nil { continue }
                changes.append(RowChange(row: row, former: former, next: next))
                reference.documents[row] = next
            }
            state = try state.adding(RunBuilder.run(changes, fields: fields))
        }

        mutating func merge() throws {
            let count = state.runs.count
            guard count > 0 else { return }
            let start = source.below(count)
            let range = state.mergeProposal() ?? start..<start + 1 + source.below(count - start)
            let merged = try state.merged(range)
            try merged.checkWhole()
            if source.chance(1, in: 3) {
                pending = (range, merged, state)
            } else {
                state = try #require(try state.replacing(range, with: merged, mergedIn: state))
            }
        }

        mutating func endMerge() throws {
            guard let (range, merged, former) = pending else { return }
            pending = nil
            // Another merge may have taken the runs.
            state = try state.replacing(range, with: merged, mergedIn: former) ?? state
        }

        mutating func step() throws {
            switch source.below(6) {
            case 0, 1: try commit(3)
            case 2: try commit(rows)
            case 3: try merge()
            case 4: try endMerge()
            default: if source.chance(1, in: 4) { try mergeAll() }
            }
        }

        mutating func mergeAll() throws {
            let merged = try state.merged(0..<state.runs.count)
            try merged.checkWhole()
            try #require(merged.touchedCount == 0)
            try #require(merged.touchedDocuments == 0)
            if state.runs.count > 0 {
                state = try #require(
                    try state.replacing(0..<state.runs.count, with: merged, mergedIn: state))
                try #require(state.deadCount == 0)
            }
        }
    }

    /// Compares the numbers of a state with those of the reference.
    static func checkNumbers(_ history: History, rows: Int? = nil) throws {
        let (state, reference) = (history.state, history.reference)
        try #require(state.documentCount == reference.live.count)
        try #require(abs(state.averageLength - reference.averageLength) < 1e-9)
        let vocabulary = reference.vocabulary
        for term in vocabulary.union(["a", "zzz"]) {
            let found = try state.documentFrequency(of: Array(term.utf8))
            try #require(found == reference.documentFrequency(term), "\(term)")
        }
        for row in 0..<UInt32(rows ?? history.rows) {
            try #require(state.holds(row) == (reference.live[row] != nil))
        }
        let completions = try state.completions(of: [], limit: .max)
        try #require(completions.count == vocabulary.count)
        let limit = 1 + Int(state.documentCount % 5)
        let first = try state.completions(of: Array("a".utf8), limit: limit)
        let expected = vocabulary.filter { $0.hasPrefix("a") }
            .map { (term: Array($0.utf8), count: reference.documentFrequency($0)) }
            .sorted {
                $0.count != $1.count
                    ? $0.count > $1.count : $0.term.lexicographicallyPrecedes($1.term)
            }
        try #require(first.map(\.term) == expected.prefix(limit).map(\.term))
        try #require(first.map(\.documents) == expected.prefix(limit).map(\.count))
    }

    /// Compares the answers to a query with those of the reference.
    static func checkQuery(_ history: inout History, _ query: CompiledQuery) throws {
        let state = history.state
        history.reference.prepare()
        history.reference.weights = (0..<history.source.below(4)).map { _ in
            Double(history.source.below(4))
        }
        let reference = history.reference
        let expected = reference.hits(query)
        let rows = try state.rows(matching: query)
        try #require(rows.rows == expected.map(\.row).sorted(), "\(query)")
        try #require(rows.count == expected.count)
        let list = Set(rows.rows)
        for row in 0..<UInt32(history.rows) {
            try #require(rows.contains(row) == list.contains(row))
        }
        try #require(try state.count(matching: query) == expected.count, "\(query)")
        try #require(try state.matches(query) == !expected.isEmpty, "\(query)")
        let limit = [0, 1, 3, 20, 1000][history.source.below(5)]
        func top(_ limit: Int, _ isPruned: Bool) throws -> SearchHits {
            try state.top(
                limit, matching: query, weights: reference.weights, isBefore: <,
                isPruned: isPruned)
        }
        let pruned = try top(limit, true)
        let exhaustive = try top(limit, false)
        try #require(pruned.hits == exhaustive.hits, "\(query)")
        try #require(exhaustive.matched == expected.count)
        try #require(pruned.matched == nil || pruned.matched == expected.count)
        try #require(exhaustive.hits.count == min(limit, expected.count))
        let scores = Dictionary(uniqueKeysWithValues: expected.map { ($0.row, $0.score) })
        for (hit, wanted) in zip(exhaustive.hits, expected) {
            let score = try #require(scores[hit.row])
            try #require(abs(hit.score - score) <= 1e-9 * max(1, score), "\(query) \(hit)")
            try #require(abs(hit.score - wanted.score) <= 1e-9 * max(1, score), "\(query)")
        }
        try checkPages(history, query)
        // A scan: a run with the query's terms only, over the live texts.
        let changes = reference.documents.map { RowChange(row: $0, former: nil, next: $1) }
        let scan = try SearchState().adding(
            RunBuilder.run(changes, fields: history.fields, keeping: TermFilter(query)))
        let scanned = try scan.top(
            limit, matching: query, weights: reference.weights, isBefore: <)
        try #require(scanned.hits == pruned.hits, "\(query)")
    }

    /// Compares pages, with a condition, with the whole answer.
    private static func checkPages(_ history: History, _ query: CompiledQuery) throws {
        let weights = history.reference.weights
        let all = try history.state.top(
            .max, matching: query, weights: weights, isIncluded: { $0 % 3 != 1 }, isBefore: >,
            isPruned: false
        ).hits
        var paged: [SearchHit] = []
        while true {
            let after = paged.last.map { last in
                SearchContinuation(score: last.score) { $0 < last.row }
            }
            let page = try history.state.top(
                max(all.count / 3, 1), matching: query, weights: weights, after: after,
                isIncluded: { $0 % 3 != 1 }, isBefore: >)
            if page.hits.isEmpty { break }
            paged += page.hits
            try #require(paged.count <= all.count, "\(query)")
        }
        try #require(paged == all, "\(query)")
    }

    static func run(seed: UInt64, steps: Int) throws {
        var history = History(seed: seed)
        for _ in 0..<steps {
            try history.step()
            history.reference.prepare()
            try checkNumbers(history)
            for _ in 0..<3 {
                let query = history.source.query()
                try checkQuery(&history, query)
            }
        }
    }

    @Test(arguments: TestScale.seeds(12))
    func `answers and numbers are those of the definitions after any history`(
        _ number: Int
    ) throws {
        let seed = UInt64(number)
        #expect(throws: Never.self, "HistoryTests.run(seed: \(seed), steps: 25)") {
            try Self.run(seed: seed, steps: 25)
        }
    }
}
