/// Makes the matchers of a query for one run.
struct MatcherBuilder {
    private let run: SearchRun
    /// The number of the run in the state.
    private let index: Int
    private let prepared: PreparedQuery
    private let context: EvaluationContext

    init(_ run: SearchRun, index: Int, _ prepared: PreparedQuery, _ context: EvaluationContext) {
        self.run = run
        self.index = index
        self.prepared = prepared
        self.context = context
    }

    /// Returns the matcher of a query, or nil if no document of the run matches.
    func matcher(_ query: CompiledQuery) throws -> Matcher? {
        switch query {
        case .term(let term, let fields): return try matcher(term, in: fields)
        case .phrase(let terms, let fields):
            if terms.count == 1 { return try matcher(terms[0].term, in: fields) }
            return try walk(terms).map {
                PhraseMatcher(run, $0, in: fields, inverse: inverse(terms), context)
            }
        case .near(let parts, let distance, let fields):
            var walks: [PhraseWalk] = []
            for part in parts {
                guard let walk = try walk(part) else { return nil }
                walks.append(walk)
            }
            if walks.isEmpty { return nil }
            return NearMatcher(
                run, walks, distance: distance, in: fields, inverse: inverse(parts.flatMap(\.self)),
                context)
        case .all(let parts): return try matcher(ofAll: parts)
        case .any(let parts):
            let found = try parts.compactMap { try matcher($0) }
            return found.count < 2 ? found.first : AnyMatcher(found, context)
        case .not(let part):
            guard let excluded = try matcher(part) else { return EveryMatcher(run) }
            return NotMatcher(run, excluded, context)
        }
    }

    private func matcher(ofAll parts: [CompiledQuery]) throws -> Matcher? {
        var required: [Matcher] = []
        var excluded: [Matcher] = []
        for part in parts {
            if case .not(let inner) = part {
                if let found = try matcher(inner) { excluded.append(found) }
                continue
            }
            guard let found = try matcher(part) else { return nil }
            required.append(found)
        }
        if required.isEmpty { required.append(EveryMatcher(run)) }
        if required.count == 1, excluded.isEmpty { return required[0] }
        return AllMatcher(required, except: excluded, context)
    }

    private func matcher(_ term: SearchedTerm, in fields: FieldSet) throws -> Matcher? {
        guard let found = prepared.terms[term] else { return nil }
        let matches = found.matches[index]
        if matches.isEmpty { return nil }
        if matches.count == 1 {
            let cursor = try context.cursor(run, matches[0].entry, term: found.number)
            return TermMatcher(
                cursor, in: fields, inverse: found.inverse, factor: matches[0].factor, context)
        }
        return try TermSetMatcher(
            run, matches, term: found.number, in: fields, inverse: found.inverse, context)
    }

    /// Returns a walk over the documents with all terms of a phrase; nil if there are none.
    private func walk(_ terms: [PhraseTerm]) throws -> PhraseWalk? {
        var slots: [(group: TermGroup, position: Int)] = []
        for term in terms {
            guard let found = prepared.terms[term.term], !found.matches[index].isEmpty else {
                return nil
            }
            let cursors = try found.matches[index].map {
                try context.cursor(run, $0.entry, term: found.number)
            }
            slots.append((TermGroup(cursors, context), term.position))
        }
        return slots.isEmpty ? nil : PhraseWalk(slots)
    }

    private func inverse(_ terms: [PhraseTerm]) -> Double {
        terms.reduce(0) { $0 + (prepared.terms[$1.term]?.inverse ?? 0) }
    }
}
