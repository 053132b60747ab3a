/// Compares the answers of the peers to queries.
struct AnswerCheck {
    private let open: OpenNotes
    private let noteCount: Int
    /// Whether texts have the same lengths for both peers, on which scores depend.
    private let comparesRankings: Bool
    private static let limit = 20

    init(_ open: OpenNotes, _ texts: NoteTexts) {
        self.open = open
        noteCount = texts.notes.count
        comparesRankings = texts.arePlain
    }

    /// - Throws: `RunFailure` if two peers answer differently.
    func compare(_ queries: [NoteQuery]) throws {
        for query in queries {
            try compare("all matches", query) { try $0.ids(query).map(String.init) }
            try compare("the number of matches", query) { [String(try $0.count(query))] }
            try compare("the newest", query) {
                try $0.newest(query, limit: Self.limit).map { "\($0)" }
            }
            if comparesRankings { try compareRankings(query) }
        }
    }

    /// Returns the share of the best notes by FTS5 that are among the best of Nacre.
    func sharedRankings(_ queries: [NoteQuery]) throws -> Double {
        var (shared, all) = (0, 0)
        for query in queries {
            let ours = Set(try best(.nacre, query).map(\.note.id))
            let theirs = Set(try best(.fts5, query).map(\.note.id))
            shared += ours.intersection(theirs).count
            all += theirs.count
        }
        return all == 0 ? 1 : Double(shared) / Double(all)
    }

    private func best(_ peer: NotePeer, _ query: NoteQuery) throws -> [RankedNote] {
        try open[peer].best(query, limit: Self.limit)
    }

    private func compare(
        _ subject: String, _ query: NoteQuery, _ answer: (any NoteStore) throws -> [String]
    ) throws {
        let expected = try answer(open[.fts5])
        for peer in NotePeer.allCases {
            let found = try answer(open[peer])
            guard found == expected else {
                throw RunFailure(
                    what: """
                        \(query.nacre): \(subject) differ: \(found.count) in \(peer.title) and \
                        \(expected.count) in FTS5.
                        """)
            }
        }
    }

    private func compareRankings(_ query: NoteQuery) throws {
        guard let notes = try open[.optimized] as? FTSNotes else { return }
        let check = try RankingCheck(query, in: notes, noteCount: noteCount)
        for peer in NotePeer.allCases {
            let ranked = try best(peer, query)
            let agrees = peer == .nacre ? check.agreesWithNacre : check.agreesWithFTS5
            guard agrees(ranked, Self.limit) else {
                throw RunFailure(what: "\(query.nacre): \(peer.title) ranks differently.")
            }
        }
    }
}
