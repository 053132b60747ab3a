/// Ranked searches.
extension SearchState {
    /// Returns the documents with the highest scores.
    /// - Parameters:
    ///   - limit: The most documents to return.
    ///   - weights: The weight of each field; 1 for those that have none. Negative ones count as 0.
    ///   - continuation: The place from which to go on; nil for the start.
    ///   - isIncluded: Returns whether a row may be in the result. Called only for documents
    ///     whose score is among the best so far.
    ///   - isBefore: Whether the first row comes before the second one if the scores are equal.
    ///   - isPruned: Whether documents are skipped that cannot be among the best. The answer is
    ///     the same without.
    package func top(
        _ limit: Int, matching query: CompiledQuery, weights: [Double] = [],
        after continuation: SearchContinuation? = nil,
        isIncluded: ((UInt32) throws -> Bool)? = nil,
        isBefore: (UInt32, UInt32) throws -> Bool, isPruned: Bool = true,
        checkCancelled: () throws -> Void = {}
    ) throws -> SearchHits {
        try withoutActuallyEscaping(checkCancelled) { checkCancelled in
            let context = EvaluationContext(
                ranking: ranking, weights: FieldWeights(weights), isScored: true,
                checkCancelled: checkCancelled)
            return try top(
                limit, query, context, continuation, isIncluded, isBefore, isPruned)
        }
    }

    func top(
        _ limit: Int, _ query: CompiledQuery, _ context: EvaluationContext,
        _ continuation: SearchContinuation?, _ isIncluded: ((UInt32) throws -> Bool)?,
        _ isBefore: (UInt32, UInt32) throws -> Bool, _ isPruned: Bool
    ) throws -> SearchHits {
        let prepared = try PreparedQuery(query, self) { try context.count() }
        return try withoutActuallyEscaping(isBefore) { isBefore in
            var walk = RankedWalk(
                context, hits: TopHits(limit: max(limit, 0), isBefore: isBefore),
                continuation: continuation, isIncluded: isIncluded, isPruned: isPruned)
            for (index, part) in parts.enumerated() where part.liveCount > 0 {
                let builder = MatcherBuilder(part.run, index: index, prepared, context)
                guard let matcher = try builder.matcher(query) else { continue }
                try walk.visit(part, matcher)
            }
            let matched = walk.isComplete ? walk.visited : try knownCount(query)
            return SearchHits(
                hits: try walk.hits.sorted(), matched: isIncluded == nil ? matched : nil)
        }
    }
}
