/// Explanations of searches.
extension SearchState {
    /// Runs a ranked search, and returns the work for each term, in the order of the query. The
    /// arguments are those of the search.
    package func explain(
        _ limit: Int, matching query: CompiledQuery, weights: [Double] = [],
        factor: ((UInt32) throws -> Double)? = nil,
        isIncluded: ((UInt32) throws -> Bool)? = nil,
        checkCancelled: () throws -> Void = {}
    ) throws -> [TermExplanation] {
        try withoutActuallyEscaping(checkCancelled) { checkCancelled in
            let context = EvaluationContext(
                ranking: ranking, weights: FieldWeights(weights), isScored: true,
                isExplained: true, checkCancelled: checkCancelled)
            let prepared = try PreparedQuery(query, self, checkCancelled)
            let choice = HitChoice(factor: factor, isIncluded: isIncluded)
            _ = try top(limit, query, prepared, context, choice, { $0 < $1 }, true)
            return prepared.terms.sorted { $0.value.number < $1.value.number }.map { term, found in
                let cursors = context.cursors.filter { $0.term == found.number }.map(\.cursor)
                return TermExplanation(
                    term: term, documents: min(max(found.documents, 0), documentCount),
                    lists: cursors.count,
                    postings: cursors.reduce(0) { $0 + $1.documents },
                    blocks: cursors.reduce(0) { $0 + $1.blockCount },
                    blocksRead: cursors.reduce(0) { $0 + $1.blocksRead })
            }
        }
    }
}
