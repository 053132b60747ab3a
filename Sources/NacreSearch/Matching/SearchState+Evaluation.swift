/// Answers to queries.
///
/// All of these throw ``SearchError/damaged(offset:reason:)`` if a run is damaged, and the errors
/// of the closures. `checkCancelled` is called every few thousand postings; an error that it throws
/// ends the evaluation.
extension SearchState {
    /// Returns the rows whose texts match a query.
    package func rows(
        matching query: CompiledQuery, checkCancelled: () throws -> Void = {}
    ) throws -> RowSet {
        var rows: [UInt32] = []
        try forEachMatch(query, checkCancelled) { run, ordinal in
            rows.append(run.row(of: ordinal))
            return true
        }
        return RowSet(rows)
    }

    /// Returns the number of rows whose texts match a query.
    package func count(
        matching query: CompiledQuery, checkCancelled: () throws -> Void = {}
    ) throws -> Int {
        if let known = try knownCount(query) { return known }
        var count = 0
        try forEachMatch(query, checkCancelled) { _, _ in
            count += 1
            return true
        }
        return count
    }

    /// Whether any row's text matches a query. For a state of one document it tells whether this
    /// one does.
    package func matches(
        _ query: CompiledQuery, checkCancelled: () throws -> Void = {}
    ) throws -> Bool {
        var isFound = false
        try forEachMatch(query, checkCancelled) { _, _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// Returns the number of matches if it is known without a walk.
    func knownCount(_ query: CompiledQuery) throws -> Int? {
        switch query {
        case .term(let term, let fields):
            guard term.match == .exact else { return nil }
            let present = parts.reduce(UInt16(0)) { seen, part in
                seen | UInt16(truncatingIfNeeded: 1 << part.run.fieldCount - 1)
            }
            guard fields.rawValue & present == present else { return nil }
            return try documentFrequency(of: term.bytes)
        case .all(let parts): return parts.isEmpty ? documentCount : nil
        case .any(let parts): return parts.isEmpty ? 0 : nil
        default: return nil
        }
    }

    /// Calls a closure with each matching document.
    /// - Parameter body: Returns whether to go on.
    private func forEachMatch(
        _ query: CompiledQuery, _ checkCancelled: () throws -> Void,
        _ body: (SearchRun, UInt32) throws -> Bool
    ) throws {
        try withoutActuallyEscaping(checkCancelled) { checkCancelled in
            let prepared = try PreparedQuery(query, self, checkCancelled)
            let context = EvaluationContext(
                ranking: ranking, weights: FieldWeights([]), isScored: false,
                checkCancelled: checkCancelled)
            for (index, part) in parts.enumerated() where part.liveCount > 0 {
                let builder = MatcherBuilder(part.run, index: index, prepared, context)
                guard let matcher = try builder.matcher(query) else { continue }
                try matcher.advance(to: 0)
                while matcher.current != Matcher.end {
                    try context.count()
                    let ordinal = UInt32(truncatingIfNeeded: matcher.current)
                    if try !part.dead.contains(ordinal) && !body(part.run, ordinal) { return }
                    try matcher.advance(to: matcher.current + 1)
                }
            }
        }
    }
}
