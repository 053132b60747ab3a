/// The rows that read. All stores stay open meanwhile, each with a complete index.
struct SearchReading {
    private let run: SearchRun
    private let open: OpenNotes
    let check: AnswerCheck

    /// The minimum duration of a turn, in seconds. Shorter rows are repeated within a turn.
    private static let turn = 0.1

    init(_ run: SearchRun) throws {
        self.run = run
        open = try OpenNotes(run.stores)
        check = AnswerCheck(open, run.stores.texts)
    }

    func close() { open.close() }

    /// Returns a row; nil if its kind does not read.
    func row(_ kind: SearchRowKind) throws -> SearchRow? {
        let queries = run.queries
        switch kind {
        case .frequent: return try best(kind, queries.frequent)
        case .common: return try best(kind, queries.common)
        case .rare: return try best(kind, queries.rare)
        case .pair: return try best(kind, queries.pairs)
        case .phrase: return try best(kind, queries.phrases)
        case .prefix: return try best(kind, queries.prefixes)
        case .filterFrequent: return try newest(kind, queries.frequent)
        case .filter: return try newest(kind, queries.common)
        case .count: return try measure(kind, queries.frequent) { try $0.count($1) }
        default: return nil
        }
    }

    private func best(_ kind: SearchRowKind, _ queries: [NoteQuery]) throws -> SearchRow {
        try measure(kind, queries) { try $0.best($1, limit: 20).count }
    }

    private func newest(_ kind: SearchRowKind, _ queries: [NoteQuery]) throws -> SearchRow {
        try measure(kind, queries) { try $0.newest($1, limit: 20).count }
    }

    /// Measures one query after another. The time is that of a query.
    private func measure(
        _ kind: SearchRowKind, _ queries: [NoteQuery],
        _ body: (any NoteStore, NoteQuery) throws -> Int
    ) throws -> SearchRow {
        SearchRun.note(kind.rawValue)
        try check.compare(queries)
        func lap(_ peer: NotePeer, _ repeats: Int) throws -> Lap {
            let notes = try open[peer]
            return try Lap {
                for _ in 0..<repeats {
                    for query in queries { Lap.use(UInt64(try body(notes, query))) }
                }
            }.divided(by: repeats * queries.count)
        }
        var repeats: [NotePeer: Int] = [:]
        for peer in NotePeer.allCases {
            let seconds = try lap(peer, 1).wall * Double(queries.count)
            repeats[peer] = min(10_000, Int(Self.turn / max(seconds, 1e-6)) + 1)
        }
        let laps = try run.alternate { try lap($0, repeats[$0] ?? 1) }
        return SearchRow(kind, seconds: laps.mapValues { $0.map { $0.seconds(run.clock) } })
    }
}
