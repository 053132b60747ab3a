import NacreFormat
import NacreSearch
import NacreText
import Testing

@Suite struct HostileTests {
    /// Runs of several kinds: with and without gaps between rows, fields, and full blocks.
    static func runs() throws -> [SearchRun] {
        var source = RandomSource(seed: 11)
        var runs: [SearchRun] = []
        for (fields, rows, step) in [(1, 3, 1), (1, 400, 3), (2, 150, 1), (16, 20, 5), (3, 140, 2)]
        {
            var changes: [RowChange] = []
            for row in 0..<rows {
                let former = source.chance(1, in: 3) ? source.document(fields: fields) : nil
                changes.append(
                    RowChange(
                        row: UInt32(row * step), former: former,
                        next: source.document(fields: fields)))
            }
            runs.append(try RunBuilder.run(changes, fields: fields))
        }
        return runs
    }

    /// Does everything that can be done with a run. Any answer and any error of the search is
    /// fine.
    static func use(_ bytes: [UInt8], _ source: inout RandomSource, queries: Int) {
        use(bytes, &source, queries: queries, isOfFile: true)
        use(bytes, &source, queries: queries, isOfFile: false)
    }

    private static func use(
        _ bytes: [UInt8], _ source: inout RandomSource, queries: Int, isOfFile: Bool
    ) {
        func quietly(_ body: () throws -> Void) {
            do {
                try body()
            } catch is SearchError {
            } catch {
                Issue.record("\(error)")
            }
        }
        guard let run = try? TestBytes(bytes).run(isOfFile: isOfFile) else { return }
        quietly { try run.checkWhole() }
        quietly {
            var state = try SearchState().adding(run)
            for _ in 0..<queries {
                let query = source.query()
                quietly { _ = try state.rows(matching: query).rows }
                quietly { _ = try state.count(matching: query) }
                quietly { _ = try state.top(5, matching: query, isBefore: <) }
            }
            quietly { _ = try state.completions(of: Array("a".utf8), limit: 3) }
            let change = RowChange(row: 3, former: [[["a"]]], next: [[["a", "b"]]])
            state = try state.adding(RunBuilder.run([change], fields: run.fieldCount))
            _ = state.holds(3)
            quietly { _ = try state.merged(0..<2) }
            quietly { _ = try state.merged(0..<1) }
            state = try SearchState().adding(RunBuilder.run([change], fields: run.fieldCount))
                .adding(run)
            quietly { _ = try state.merged(1..<2) }
            quietly { _ = try state.merged(0..<2) }
        }
    }

    /// Makes the checksums of the header and of the sections right, so that the damage gets
    /// further.
    static func mend(_ bytes: inout [UInt8]) {
        guard bytes.count >= 128 else { return }
        func number(_ offset: Int) -> Int {
            Int(bytes.withView { $0.load(UInt32.self, at: offset) })
        }
        func set(_ value: UInt32, at offset: Int) {
            for index in 0..<4 {
                bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
            }
        }
        var start = 128
        var pieces = 128..<128
        for section in 0..<7 {
            let end = start + number(64 + section * 8)
            guard end <= bytes.count else { break }
            if section == 1 { pieces = 128..<end }
            if section == 6 {
                for (place, first) in stride(from: 128, to: pieces.upperBound, by: 65_536)
                    .enumerated() where start + place * 4 + 4 <= end
                {
                    let last = min(first + 65_536, pieces.upperBound)
                    set(bytes.withView { $0[first..<last].crc }, at: start + place * 4)
                }
            }
            set(bytes.withView { $0[start..<end].crc }, at: 68 + section * 8)
            start = (end + 7) / 8 * 8
        }
        set(bytes.withView { $0[0..<120].crc }, at: 120)
    }

    @Test func `every flipped byte leads to an error or an answer, and checking finds it`() throws {
        var source = RandomSource(seed: 5)
        for run in try Self.runs() {
            let whole = run.copy
            // The larger runs are flipped here and there.
            for offset in stride(from: 0, to: whole.count, by: max(whole.count / 700, 1)) {
                var bytes = whole
                bytes[offset] ^= UInt8(1 << source.below(8))
                #expect(throws: SearchError.self, "\(offset)") {
                    try TestBytes(bytes).run().checkWhole()
                }
                Self.use(bytes, &source, queries: 1)
                Self.mend(&bytes)
                Self.use(bytes, &source, queries: 2)
            }
        }
    }

    @Test func `damage of a file never changes an answer`() throws {
        var source = RandomSource(seed: 8)
        for run in try Self.runs() {
            let whole = run.copy
            let state = try SearchState().adding(run)
            for offset in stride(from: 0, to: whole.count, by: max(whole.count / 300, 1)) {
                var bytes = whole
                bytes[offset] ^= UInt8(1 << source.below(8))
                guard let damaged = try? SearchState().adding(TestBytes(bytes).run()) else {
                    continue
                }
                for _ in 0..<3 {
                    let query = source.query()
                    guard let rows = try? damaged.rows(matching: query).rows else { continue }
                    #expect(try rows == state.rows(matching: query).rows, "\(offset)")
                }
            }
        }
    }

    @Test func `random bytes in a run lead to an error or an answer`() throws {
        var source = RandomSource(seed: 6)
        for run in try Self.runs() {
            let whole = run.copy
            for _ in 0..<600 {
                var bytes = whole
                let start = source.below(bytes.count)
                for offset in start..<min(start + 1 + source.below(8), bytes.count) {
                    bytes[offset] =
                        [0, 1, 0x7F, 0x80, 0xFF, UInt8(source.below(256))][
                            source.below(6)]
                }
                Self.mend(&bytes)
                Self.use(bytes, &source, queries: 2)
            }
        }
    }

    @Test func `a term that shares more bytes than the one before has is refused`() throws {
        let change = RowChange(row: 0, former: nil, next: [[["a", "b"]]])
        let run = try RunBuilder.run([change], fields: 1)
        var bytes = run.copy
        let postings = Int(bytes.withView { $0.load(UInt32.self, at: 64) })
        // The first entry: a length, the term, its documents, and the length of its list.
        let second = (128 + postings + 7) / 8 * 8 + 4
        #expect(bytes[second..<second + 3] == [0, 1, UInt8(ascii: "b")])
        bytes[second] = 2
        Self.mend(&bytes)
        let state = try SearchState().adding(TestBytes(bytes).run())
        #expect(throws: SearchError.self) { try state.completions(of: [], limit: 9) }
    }

    @Test func `a truncated run and random bytes are refused`() throws {
        var source = RandomSource(seed: 7)
        for run in try Self.runs() {
            let whole = run.copy
            for count in stride(from: 0, to: whole.count, by: max(whole.count / 200, 1)) {
                let bytes = Array(whole[..<count])
                #expect(throws: SearchError.self) { try TestBytes(bytes).run() }
                var mended = bytes
                Self.mend(&mended)
                Self.use(mended, &source, queries: 1)
            }
            #expect(throws: SearchError.self) { try TestBytes(whole + [0]).run() }
        }
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8(source.below(256)) }
            #expect(throws: SearchError.self) { try TestBytes(bytes).run() }
        }
    }

    @Test func `what the builder and a merge write is read from a copy with the same answers`()
        throws
    {
        for run in try Self.runs() {
            let copy = try TestBytes(run.copy).run()
            try copy.checkWhole()
            let (state, other) = try (SearchState().adding(run), SearchState().adding(copy))
            var source = RandomSource(seed: 8)
            for _ in 0..<50 {
                let query = source.query()
                let hits = try state.top(10, matching: query, isBefore: <).hits
                #expect(try other.top(10, matching: query, isBefore: <).hits == hits)
            }
        }
    }
}
