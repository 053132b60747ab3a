/// Explanations of searches.
extension SearchState {
    /// Searches as ``top(_:matching:weights:after:isIncluded:isBefore:isPruned:checkCancelled:)``
    /// does, and returns the work for each term, in the order of the query.
    package func explain(
        _ limit: Int, matching query: CompiledQuery, weights: [Double] = [],
        checkCancelled: () throws -> Void = {}
    ) throws -> [TermExplanation] {
        try withoutActuallyEscaping(checkCancelled) { checkCancelled in
            let context = EvaluationContext(
                ranking: ranking, weights: FieldWeights(weights), isScored: true,
                isExplained: true, checkCancelled: checkCancelled)
            let prepared = try PreparedQuery(query, self, checkCancelled)
            _ = try top(limit, query, context, nil, nil, { $0 < $1 }, true)
            return prepared.terms.sorted { $0.value.number < $1.value.number }.map { term, found in
                let cursors = context.cursors.filter { $0.term == found.number }.map(\.cursor)
                return TermExplanation(
                    term: term, documents: found.documents, lists: cursors.count,
                    postings: cursors.reduce(0) { $0 + $1.documents },
                    blocks: cursors.reduce(0) { $0 + $1.blockCount },
                    blocksRead: cursors.reduce(0) { $0 + $1.blocksRead })
            }
        }
    }
}
