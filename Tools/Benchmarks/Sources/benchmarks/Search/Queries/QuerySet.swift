/// The queries of a run, some of each kind. They are chosen by the numbers of notes that have a
/// word, so any texts will do.
struct QuerySet {
    /// The words that the most notes have.
    let frequent: [NoteQuery]
    /// Words that one note in a hundred has.
    let common: [NoteQuery]
    /// Words that five notes have, or fewer.
    let rare: [NoteQuery]
    /// Two words of one note, each in at most a tenth of all notes.
    let pairs: [NoteQuery]
    /// Two words of one note, one after another.
    let phrases: [NoteQuery]
    /// The first three letters of common words.
    let prefixes: [NoteQuery]

    private static let size = 5

    /// - Throws: `RunFailure` if the texts are too few.
    init(_ notes: [Note]) throws {
        guard !notes.isEmpty else { throw Self.tooFew }
        let counts = WordCounts(notes)
        let ranked = counts.ranked()
        func queries(mostNotes most: Int) -> [NoteQuery] {
            let first = ranked.firstIndex { counts.notes(with: $0) <= most } ?? ranked.endIndex
            return ranked[first...].prefix(Self.size).map { NoteQuery(.words, $0) }
        }
        frequent = queries(mostNotes: notes.count)
        common = queries(mostNotes: notes.count / 100)
        rare = queries(mostNotes: 5)
        prefixes = common.map { NoteQuery(.prefix, String($0.words.joined().prefix(3))) }
        let least = notes.count / 500
        pairs = Self.chosen(from: notes, seed: 7) { words, random in
            let (first, second) = (random.element(of: words), random.element(of: words))
            let isFitting = [first, second].allSatisfy {
                $0.utf8.count > 2 && WordCounts.isPlain($0)
                    && (least...notes.count / 10).contains(counts.notes(with: $0))
            }
            return isFitting && first != second ? NoteQuery(.words, first, second) : nil
        }
        phrases = Self.chosen(from: notes, seed: 8) { words, random in
            let place = random.next(below: words.count - 1)
            let isFitting = words[place...place + 1].allSatisfy {
                $0.utf8.count > 1 && WordCounts.isPlain($0) && counts.notes(with: $0) >= least
            }
            return isFitting ? NoteQuery(.phrase, words[place], words[place + 1]) : nil
        }
        guard [frequent, common, rare, pairs, phrases].allSatisfy({ $0.count == Self.size }) else {
            throw Self.tooFew
        }
    }

    private static let tooFew = RunFailure(
        what: "There are too few texts to choose queries from.")

    /// The kinds with their queries, for a list.
    var kinds: [(name: String, queries: [NoteQuery])] {
        [
            ("frequent", frequent), ("common", common), ("rare", rare), ("two words", pairs),
            ("phrase", phrases), ("prefix", prefixes),
        ]
    }

    /// Returns queries from the words of notes that are drawn by chance.
    /// - Parameter choose: Returns a query, or nil if its words do not fit.
    private static func chosen(
        from notes: [Note], seed: UInt64, _ choose: ([String], inout SplitMix) -> NoteQuery?
    ) -> [NoteQuery] {
        var random = SplitMix(seed: seed)
        var queries: [NoteQuery] = []
        for _ in 0..<10_000 where queries.count < size {
            let words = WordCounts.words(of: random.element(of: notes).body)
            guard words.count > 1, let query = choose(words, &random) else { continue }
            queries.append(query)
        }
        return queries
    }
}
