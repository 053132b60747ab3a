import NacreFormat
import NacreSearch
import NacreText
import Testing

@Suite struct BuilderTests {
    private func exact(_ word: String) -> SearchedTerm {
        SearchedTerm(bytes: Array(word.utf8), match: .exact)
    }

    private func query(_ word: String, in fields: FieldSet = .all) -> CompiledQuery {
        .term(exact(word), in: fields)
    }

    private func phrase(_ words: String...) -> CompiledQuery {
        .phrase(
            words.enumerated().map { PhraseTerm(term: exact($1), position: $0) }, in: .all)
    }

    private func state(_ texts: [UInt32: [String]], fields: Int = 1) throws -> SearchState {
        let builder = RunBuilder(tokenizer: .words, fieldCount: fields)
        for (row, texts) in texts {
            builder.beginDocument(row)
            for (field, text) in texts.enumerated() {
                builder.addText(Array(text.utf8).span, field: field % fields)
            }
            builder.endDocument()
        }
        let run = try builder.finish()
        try run.checkWhole()
        return try SearchState().adding(run)
    }

    @Test func `a state without runs has no matches`() throws {
        let state = SearchState()
        #expect(try state.rows(matching: .all([])).count == 0)
        #expect(try state.top(5, matching: .not(query("a")), isBefore: <).hits.isEmpty)
        #expect(try state.count(matching: query("a")) == 0)
        #expect(try state.completions(of: [], limit: 5).isEmpty)
        #expect(state.documentCount == 0)
        #expect(state.averageLength == 0)
        #expect(state.mergeProposal() == nil)
        #expect(!state.holds(0))
        let merged = try state.merged(0..<0)
        try merged.checkWhole()
        #expect(merged.documentCount == 0)
    }

    @Test func `a document without a term is no document, and its row stays touched`() throws {
        let builder = RunBuilder(tokenizer: .words, fieldCount: 1)
        builder.beginDocument(5)
        builder.addText(Array(" ... ".utf8).span, field: 0)
        builder.endDocument()
        builder.beginFormer(5)
        builder.addFormerText(Array("old words".utf8).span)
        builder.endFormer()
        builder.beginFormer(6)
        builder.endFormer()
        let run = try builder.finish()
        try run.checkWhole()
        #expect(run.documentCount == 0)
        #expect(run.touchedCount == 2)
        #expect(run.touchedDocuments == 1)
        #expect(run.touchedLengthSum == 2)
        let state = try state([5: ["old words"], 6: ["!"], 7: ["other"]]).adding(run)
        #expect(try state.rows(matching: .all([])).rows == [7])
        #expect(state.documentCount == 1)
        #expect(try state.documentFrequency(of: Array("old".utf8)) == 0)
    }

    @Test func `a part that ends before the others are looked at excludes nothing more`() throws {
        // The first excluded term keeps the walk from the second one until its list has ended.
        let state = try state([1: ["a x"], 2: ["a b x"], 3: ["a b c"], 4: ["a c"], 5: ["a"]])
        let excluded = CompiledQuery.any([query("x"), query("c")])
        #expect(
            try state.rows(matching: .all([query("a"), .not(query("b")), .not(excluded)])).rows
                == [5])
        #expect(
            try state.rows(matching: .all([query("c"), .any([query("x"), query("b")])])).rows == [3]
        )
        #expect(
            try state.rows(matching: .all([query("c"), .any([query("x"), query("a")])])).rows == [
                3, 4,
            ])
    }

    @Test func `rows may come in any order`() throws {
        let texts = (0..<200).map { UInt32($0 * 7919 % 1009) }
        let state = try state(
            Dictionary(uniqueKeysWithValues: texts.map { ($0, ["row n\($0)"]) }))
        #expect(try state.rows(matching: query("row")).rows == texts.sorted())
        for row in texts { #expect(try state.rows(matching: query("n\(row)")).rows == [row]) }
    }

    @Test func `no phrase crosses the texts of one field`() throws {
        let state = try state([1: ["a b", "c d"], 2: ["b c"]])
        #expect(try state.rows(matching: phrase("b", "c")).rows == [2])
        #expect(try state.rows(matching: phrase("c", "d")).rows == [1])
        let gap = try self.state([1: ["a", "", "b"]])
        #expect(
            try !gap.matches(
                .phrase(
                    [
                        PhraseTerm(term: exact("a"), position: 0),
                        PhraseTerm(term: exact("b"), position: 99),
                    ], in: .all)))
    }

    @Test func `texts of several fields may come in turns`() throws {
        let state = try state([1: ["a b", "x a", "a c", "a a"], 2: ["z", "a"]], fields: 2)
        #expect(try state.rows(matching: query("c", in: FieldSet(field: 0))).rows == [1])
        #expect(try state.rows(matching: query("c", in: FieldSet(field: 1))).count == 0)
        #expect(try state.rows(matching: query("a", in: FieldSet(field: 0))).rows == [1])
        #expect(try state.rows(matching: query("a", in: FieldSet(field: 1))).rows == [1, 2])
        #expect(try state.rows(matching: query("a", in: [])).count == 0)
        #expect(try state.rows(matching: phrase("x", "a")).rows == [1])
        #expect(try !state.matches(phrase("b", "x")))
    }

    @Test func `no phrase crosses fields, however far its words are apart`() throws {
        let state = try state([1: ["a", "b"]], fields: 2)
        func phrase(_ distance: Int) -> CompiledQuery {
            .phrase(
                [
                    PhraseTerm(term: exact("a"), position: 0),
                    PhraseTerm(term: exact("b"), position: distance),
                ], in: .all)
        }
        // A place is the field, then 28 bits for the position.
        for distance in [1, 1 << 28, -(1 << 28), 1 << 32, .max, .min] {
            #expect(try !state.matches(phrase(distance)))
            #expect(
                try !state.matches(
                    .near(
                        [
                            [PhraseTerm(term: exact("a"), position: 0)],
                            [PhraseTerm(term: exact("b"), position: distance)],
                        ],
                        distance: 1 << 30, in: .all)))
        }
    }

    @Test func `words too far from the start are found, but not in phrases`() throws {
        let builder = RunBuilder(tokenizer: .words, fieldCount: 1)
        builder.beginDocument(0)
        let far = Array("far away".utf8)
        let filler = Array("x".utf8)
        builder.addText(Array("near by".utf8).span, field: 0)
        for _ in 0..<(1 << 28) / 101 + 10 { builder.addText(filler.span, field: 0) }
        builder.addText(far.span, field: 0)
        builder.endDocument()
        let run = try builder.finish()
        try run.checkWhole()
        let state = try SearchState().adding(run)
        #expect(try state.matches(query("far")))
        #expect(try state.matches(phrase("near", "by")))
        #expect(try !state.matches(phrase("far", "away")))
        #expect(try !state.matches(phrase("x", "x")))
        let merged = try state.merged(0..<1)
        #expect(merged.copy == run.copy)
    }

    @Test func `several terms at one position are found in phrases`() throws {
        let builder = RunBuilder(tokenizer: .code, fieldCount: 1)
        builder.beginDocument(0)
        builder.addText(Array("let fooBar = barFoo".utf8).span, field: 0)
        builder.endDocument()
        let state = try SearchState().adding(builder.finish())
        #expect(try state.matches(phrase("foo", "bar")))
        #expect(try state.matches(phrase("let", "foobar")))
        #expect(try !state.matches(phrase("foobar", "bar", "foo")))
        #expect(
            try state.matches(
                .phrase(
                    [
                        PhraseTerm(term: exact("foobar"), position: 0),
                        PhraseTerm(term: exact("foo"), position: 0),
                        PhraseTerm(term: exact("barfoo"), position: 2),
                    ], in: .all)))
    }

    @Test func `a term in one place of one document takes few bytes`() throws {
        let builder = RunBuilder(tokenizer: .words, fieldCount: 1)
        for row in 0..<5000 {
            builder.beginDocument(UInt32(row))
            builder.addText(Array("w\(100_000 + row)".utf8).span, field: 0)
            builder.endDocument()
        }
        let run = try builder.finish()
        try run.checkWhole()
        // The list, the entry in the dictionary with one or two letters, and the length.
        #expect(run.bytes.count < 5000 * 11)
    }

    @Test func `parts that are built apart and merged are the same as one`() throws {
        var source = RandomSource(seed: 3)
        let changes = (0..<1000).map {
            RowChange(row: UInt32($0), former: nil, next: source.document(fields: 2))
        }
        let whole = try RunBuilder.run(changes, fields: 2)
        for cut in [1, 500, 999] {
            let state = try SearchState().adding(RunBuilder.run(Array(changes[..<cut]), fields: 2))
                .adding(RunBuilder.run(Array(changes[cut...]), fields: 2))
            #expect(try state.merged(0..<2).copy == whole.copy)
        }
        // Rows in turns.
        let even = try RunBuilder.run(changes.filter { $0.row % 2 == 0 }, fields: 2)
        let odd = try RunBuilder.run(changes.filter { $0.row % 2 == 1 }, fields: 2)
        let state = try SearchState().adding(even).adding(odd)
        #expect(try state.merged(0..<2).copy == whole.copy)
    }

    @Test func `a builder tells its memory`() throws {
        let builder = RunBuilder(tokenizer: .words, fieldCount: 1)
        let before = builder.memory
        for row in 0..<1000 {
            builder.beginDocument(UInt32(row))
            builder.addText(Array("some words of row \(row)".utf8).span, field: 0)
            builder.endDocument()
        }
        #expect(builder.memory > before + 1000 * 5 * 16)
        #expect(builder.rowCount == 1000)
    }
}
