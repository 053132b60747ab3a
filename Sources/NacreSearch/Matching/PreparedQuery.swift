internal import NacreFormat

/// A query whose terms have been looked up in all runs of a state.
struct PreparedQuery {
    private(set) var terms: [SearchedTerm: PreparedTerm] = [:]

    /// - Parameter corpus: The documents among which those of the state are ranked; nil for the
    ///   state's own.
    init(
        _ query: CompiledQuery, _ state: SearchState, among corpus: CorpusStatistics? = nil,
        _ checkCancelled: () throws -> Void
    ) throws {
        var wanted: [SearchedTerm] = []
        query.forEachTerm { wanted.append($0) }
        let ranking = corpus?.ranking ?? state.ranking
        for term in wanted where terms[term] == nil {
            try checkCancelled()
            let (matches, documents) = try Self.lookUp(term, state)
            terms[term] = PreparedTerm(
                number: terms.count, matches: matches, documents: documents,
                inverse: ranking.inverseFrequency(corpus?.frequency(of: term) ?? documents))
        }
    }

    private static func lookUp(
        _ term: SearchedTerm, _ state: SearchState
    ) throws -> (matches: [[PreparedTerm.Match]], documents: Int) {
        if case .fuzzy = term.match { return try lookUpFuzzy(term, state) }
        var matches: [[PreparedTerm.Match]] = []
        var documents = 0
        for run in state.runs {
            var found: [PreparedTerm.Match] = []
            try run.forEachMatch(of: term) { _, entry, _ in
                documents += entry.documents - entry.removed
                if entry.documents > 0 {
                    found.append(PreparedTerm.Match(entry: entry, factor: 1))
                }
            }
            matches.append(found)
        }
        return (matches, documents)
    }

    /// Looks up a fuzzy term. Which terms are taken does not depend on how the documents are
    /// distributed over runs.
    private static func lookUpFuzzy(
        _ term: SearchedTerm, _ state: SearchState
    ) throws -> (matches: [[PreparedTerm.Match]], documents: Int) {
        struct Candidate {
            let edits: Int
            var documents = 0
            var entries: [(run: Int, entry: TermEntry)] = []
        }
        var candidates: [[UInt8]: Candidate] = [:]
        for (index, run) in state.runs.enumerated() {
            try run.forEachMatch(of: term) { bytes, entry, edits in
                var candidate = candidates[bytes.bytes] ?? Candidate(edits: edits)
                candidate.documents += entry.documents - entry.removed
                if entry.documents > 0 { candidate.entries.append((index, entry)) }
                candidates[bytes.bytes] = candidate
            }
        }
        var taken = candidates.filter { $0.value.documents > 0 }.map { ($0.key, $0.value) }
        taken.sort { left, right in
            if left.1.edits != right.1.edits { return left.1.edits < right.1.edits }
            return left.0.lexicographicallyPrecedes(right.0)
        }
        taken = Array(taken.prefix(PreparedTerm.fuzzyMax))
        taken.sort { $0.0.lexicographicallyPrecedes($1.0) }
        var matches = state.runs.map { _ in [PreparedTerm.Match]() }
        var documents = 0
        for (_, candidate) in taken {
            documents += candidate.documents
            let factor = candidate.edits == 0 ? 1 : 0.5
            for (run, entry) in candidate.entries {
                matches[run].append(PreparedTerm.Match(entry: entry, factor: factor))
            }
        }
        return (matches, documents)
    }
}
