import NacreFormat
import NacreSearch
import NacreText
import Testing

@Suite struct MergingTests {
    @Test func `proposals keep the runs few and the copying low`() throws {
        var source = RandomSource(seed: 4)
        var state = SearchState()
        var copied = 0
        var written = 0
        for row in 0..<4000 {
            let change = RowChange(
                row: UInt32(row), former: nil, next: [[(0..<20).map { _ in source.word() }]])
            let run = try RunBuilder.run([change], fields: 1)
            written += run.bytes.count
            state = try state.adding(run)
            while let range = state.mergeProposal() {
                copied += range.reduce(0) { $0 + state.runs[$1].bytes.count }
                state = try #require(
                    try state.replacing(range, with: state.merged(range), mergedIn: state))
            }
            try #require(state.runs.count < 40, "\(row)")
        }
        #expect(state.documentCount == 4000)
        #expect(copied < written * 8, "\(copied) \(written)")
    }

    @Test func `a row that is updated again and again leaves no void documents`() throws {
        var state = SearchState()
        for step in 0..<3000 {
            let former: Reference.Document? = step == 0 ? nil : [[["word", "n\(step - 1)"]]]
            let change = RowChange(row: 7, former: former, next: [[["word", "n\(step)"]]])
            state = try state.adding(RunBuilder.run([change], fields: 1))
            while let range = state.mergeProposal() {
                state = try #require(
                    try state.replacing(range, with: state.merged(range), mergedIn: state))
            }
            try #require(state.documentCount == 1)
            try #require(state.runs.count < 20 && state.deadCount < 20)
        }
        #expect(try state.completions(of: [], limit: 10).map(\.documents) == [1, 1])
    }

    @Test func `no proposal exceeds the limit`() throws {
        var state = SearchState()
        for row in 0..<400 {
            let change = RowChange(row: UInt32(row), former: nil, next: [[["a", "b\(row)"]]])
            state = try state.adding(RunBuilder.run([change], fields: 1))
            while let range = state.mergeProposal(maximumBytes: 3000) {
                try #require(range.count > 1)
                try #require(range.reduce(0) { $0 + state.runs[$1].bytes.count } <= 3000)
                state = try #require(
                    try state.replacing(range, with: state.merged(range), mergedIn: state))
            }
        }
        #expect(state.runs.count > 1)
        #expect(try state.count(matching: .all([])) == 400)
    }

    @Test func `a merge whose runs are gone is refused`() throws {
        func run(_ row: UInt32) throws -> SearchRun {
            try RunBuilder.run([RowChange(row: row, former: nil, next: [[["a"]]])], fields: 1)
        }
        let former = try SearchState().adding(run(1)).adding(run(2)).adding(run(3))
        let merged = try former.merged(0..<2)
        let after = try #require(
            try former.replacing(1..<3, with: former.merged(1..<3), mergedIn: former))
        #expect(try after.replacing(0..<2, with: merged, mergedIn: former) == nil)
        #expect(try SearchState().replacing(0..<2, with: merged, mergedIn: former) == nil)
    }

    @Test func `a merge of all runs erases the words of void texts`() throws {
        let first = RowChange(row: 1, former: nil, next: [[["secret", "word"]]])
        let second = RowChange(row: 1, former: first.next, next: [[["open", "word"]]])
        let state = try SearchState().adding(RunBuilder.run([first], fields: 1))
            .adding(RunBuilder.run([second], fields: 1))
        #expect(try state.completions(of: Array("se".utf8), limit: 5).isEmpty)
        let merged = try state.merged(0..<2)
        try merged.checkWhole()
        let secret = Array("secret".utf8)
        #expect(!contains(merged.copy, secret))
        #expect(merged.termCount == 2)
        // A merge of newer runs keeps the count of a word that an older run has.
        let third = RowChange(row: 2, former: nil, next: [[["word"]]])
        let longer = try state.adding(RunBuilder.run([third], fields: 1))
        let part = try longer.merged(1..<3)
        #expect(part.touchedCount == 1)
        let replaced = try #require(try longer.replacing(1..<3, with: part, mergedIn: longer))
        #expect(try replaced.documentFrequency(of: secret) == 0)
        #expect(try replaced.documentFrequency(of: Array("word".utf8)) == 2)
    }

    @Test func `a row that comes and goes within the merged runs leaves nothing`() throws {
        let oldest = RowChange(row: 1, former: nil, next: [[["a"]]])
        let added = RowChange(row: 2, former: nil, next: [[["b"]]])
        let removed = RowChange(row: 2, former: added.next, next: nil)
        var state = SearchState()
        for change in [oldest, added, removed] {
            state = try state.adding(RunBuilder.run([change], fields: 1))
        }
        let merged = try state.merged(1..<3)
        #expect(merged.documentCount == 0)
        #expect(merged.touchedCount == 0)
        #expect(merged.termCount == 0)
        state = try #require(try state.replacing(1..<3, with: merged, mergedIn: state))
        #expect(state.runs.count == 1)
        #expect(try state.rows(matching: .all([])).rows == [1])
    }

    @Test func `runs of a row with two live texts, or of other fields, are not merged`() throws {
        let change = RowChange(row: 1, former: nil, next: [[["a"]]])
        let run = try RunBuilder.run([change], fields: 1)
        let twice = try SearchState().adding(run).adding(run)
        #expect(throws: SearchError.self) { try twice.merged(0..<2) }
        let other = try SearchState().adding(run).adding(
            RunBuilder.run([RowChange(row: 2, former: nil, next: [[["a"]], [["b"]]])], fields: 2))
        #expect(throws: SearchError.self) { try other.merged(0..<2) }
    }

    @Test func `void documents are known in runs of more than 64 Ki documents`() throws {
        let builder = RunBuilder(tokenizer: .words, fieldCount: 1)
        let count = 150_000
        let text = Array("word".utf8)
        for row in 0..<count {
            builder.beginDocument(UInt32(row * 2))
            builder.addText(text.span, field: 0)
            builder.endDocument()
        }
        var state = try SearchState().adding(builder.finish())
        let rows = try state.rows(matching: .all([]))
        #expect(rows.count == count)
        #expect(rows.contains(2 * 70_000) && !rows.contains(2 * 70_000 + 1))
        #expect(!rows.contains(.max) && !rows.contains(2 * 150_000))
        let before = state
        for row in [0, 65_535, 65_536, 131_072, 149_999].map({ UInt32($0 * 2) }) {
            let change = RowChange(row: row, former: [[["word"]]], next: nil)
            state = try state.adding(RunBuilder.run([change], fields: 1))
            #expect(!state.holds(row))
            #expect(before.holds(row))
        }
        let expected = Set(rows.rows).subtracting([0, 131_070, 131_072, 262_144, 299_998])
        #expect(try state.rows(matching: .all([])).rows == expected.sorted())
        #expect(try state.count(matching: .not(.any([]))) == count - 5)
        #expect(state.documentCount == count - 5)
        #expect(try before.count(matching: .all([])) == count)
    }

    @Test func `a fuzzy term takes the same terms however the documents are distributed`() throws {
        var source = RandomSource(seed: 9)
        var changes: [RowChange] = []
        for row in 0..<3000 {
            let word = String(
                (0..<6).map { _ in Character(UnicodeScalar(UInt8(97 + source.below(4)))) })
            changes.append(RowChange(row: UInt32(row), former: nil, next: [[[word]]]))
        }
        let whole = try SearchState().adding(RunBuilder.run(changes, fields: 1))
        var parts = SearchState()
        for start in stride(from: 0, to: 3000, by: 300) {
            parts = try parts.adding(
                RunBuilder.run(Array(changes[start..<start + 300]), fields: 1))
        }
        let term = SearchedTerm(bytes: Array("abcdab".utf8), match: .fuzzy(edits: 5))
        let query = CompiledQuery.term(term, in: .all)
        let found = try whole.rows(matching: query).rows
        #expect(found.count < 3000)
        #expect(try parts.rows(matching: query).rows == found)
        let hits = try whole.top(50, matching: query, isBefore: <).hits
        #expect(try parts.top(50, matching: query, isBefore: <).hits == hits)
        // Terms that no document has any more take no place.
        let deleted = found.prefix(500).map {
            RowChange(row: $0, former: changes[Int($0)].next, next: nil)
        }
        let rest = changes.filter { change in !deleted.contains { $0.row == change.row } }
        let fresh = try SearchState().adding(RunBuilder.run(rest, fields: 1))
        let changed = try parts.adding(RunBuilder.run(deleted, fields: 1))
        #expect(try changed.rows(matching: query).rows == fresh.rows(matching: query).rows)
    }
}
