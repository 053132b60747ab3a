import NacreSearch
import NacreText
import Testing

@Suite struct LargeRunTests {
    /// A state of thousands of documents in several runs, with lists of many blocks.
    private static func history(_ seed: UInt64) throws -> HistoryTests.History {
        var history = HistoryTests.History(seed: seed, fields: 1 + Int(seed % 3), rows: 4000)
        for size in [4000, 600, 50, 1] {
            try history.commit(size)
        }
        if seed % 2 == 0 { try history.mergeAll() }
        history.reference.prepare()
        return history
    }

    @Test(arguments: 0..<6)
    func `answers of large runs are those of the definitions`(_ number: Int) throws {
        let seed = UInt64(number)
        #expect(throws: Never.self, "LargeRunTests.history(\(seed))") {
            var history = try Self.history(seed)
            try HistoryTests.checkNumbers(history, rows: 100)
            for _ in 0..<25 {
                let query = history.source.query(depth: 2)
                try HistoryTests.checkQuery(&history, query)
            }
        }
    }

    @Test func `blocks that cannot reach the best documents are skipped`() throws {
        let builder = RunBuilder(tokenizer: .words, fieldCount: 1)
        for row in 0..<20_000 {
            builder.beginDocument(UInt32(row))
            let isBest = row < 30
            let text = isBest ? "word word word" : "word in some longer text here \(row)"
            builder.addText(Array(text.utf8).span, field: 0)
            builder.endDocument()
        }
        let state = try SearchState().adding(builder.finish())
        let query = CompiledQuery.term(
            SearchedTerm(bytes: Array("word".utf8), match: .exact), in: .all)
        let work = try #require(try state.explain(20, matching: query).first)
        #expect(work.documents == 20_000)
        #expect(work.lists == 1)
        #expect(work.blocks == 157)
        #expect(work.blocksRead == 1)
        let hits = try state.top(20, matching: query, isBefore: <)
        #expect(hits.hits.map(\.row) == Array(0..<20))
        #expect(hits.matched == 20_000)
    }

    @Test(arguments: TestScale.seeds(2))
    func `skipping blocks does not change the answer`(_ number: Int) throws {
        // Blocks whose best document has the highest frequency and the least length, so that the
        // limits are exact, and near one another.
        var source = RandomSource(seed: UInt64(number))
        let builder = RunBuilder(tokenizer: .words, fieldCount: 2)
        for row in 0..<6000 {
            let length = 40 - row / 200 + source.below(2)
            let words = (0..<length).map { $0 < source.below(3) ? "b" : "x" }
            builder.beginDocument(UInt32(row))
            builder.addText(Array(("a " + words.joined(separator: " ")).utf8).span, field: 0)
            if row % 7 < 3 { builder.addText(Array("a c".utf8).span, field: 1) }
            builder.endDocument()
        }
        let state = try SearchState().adding(builder.finish())
        func term(_ word: String, _ fields: FieldSet = .all) -> CompiledQuery {
            .term(SearchedTerm(bytes: Array(word.utf8), match: .exact), in: fields)
        }
        let one = FieldSet(field: 1)
        let queries: [CompiledQuery] = [
            term("a"), term("a", one), .any([term("a"), term("b")]),
            .all([term("a"), term("b")]), .any([term("b"), term("c")]),
            .all([term("a"), .any([term("b"), term("c", one)])]),
        ]
        for query in queries {
            for weights in [[], [1, 3], [0.5, 0]] {
                for limit in [1, 10, 300] {
                    func top(_ isPruned: Bool) throws -> [SearchHit] {
                        try state.top(
                            limit, matching: query, weights: weights, isBefore: <,
                            isPruned: isPruned
                        ).hits
                    }
                    #expect(
                        try top(true) == top(false), "seed \(number) \(query) \(weights) \(limit)")
                }
            }
        }
    }

    @Test func `an error of the check for cancellation ends a search, a merge and a completion`()
        throws
    {
        struct Cancelled: Error {}
        let history = try Self.history(1)
        let query = CompiledQuery.term(SearchedTerm(bytes: [], match: .prefix), in: .all)
        func cancel() throws { throw Cancelled() }
        #expect(throws: Cancelled.self) {
            try history.state.rows(matching: query, checkCancelled: cancel)
        }
        #expect(throws: Cancelled.self) {
            try history.state.top(5, matching: .not(query), isBefore: <, checkCancelled: cancel)
        }
        #expect(throws: Cancelled.self) {
            try history.state.completions(of: [], limit: 5, checkCancelled: cancel)
        }
    }
}
