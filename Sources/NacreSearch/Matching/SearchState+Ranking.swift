/// Ranked searches.
extension SearchState {
    /// Returns the documents with the highest scores.
    /// - Parameters:
    ///   - limit: The most documents to return.
    ///   - weights: The weight of each field; 1 for those that have none. Negative ones count as 0.
    ///   - corpus: The documents among which those of the state are ranked; nil for its own.
    ///   - continuation: The place from which to go on; nil for the start.
    ///   - factor: Returns the number by which the score of a row is multiplied, from 0 to 1.
    ///     Called only for documents whose score may be among the best so far.
    ///   - isIncluded: Returns whether a row may be in the result. Called only for documents
    ///     whose score is among the best so far.
    ///   - isBefore: Whether the first row comes before the second one if the scores are equal.
    ///   - isPruned: Whether documents are skipped that cannot be among the best. The answer is
    ///     the same without.
    package func top(
        _ limit: Int, matching query: CompiledQuery, weights: [Double] = [],
        among corpus: CorpusStatistics? = nil, after continuation: SearchContinuation? = nil,
        factor: ((UInt32) throws -> Double)? = nil,
        isIncluded: ((UInt32) throws -> Bool)? = nil,
        isBefore: (UInt32, UInt32) throws -> Bool, isPruned: Bool = true,
        checkCancelled: () throws -> Void = {}
    ) throws -> SearchHits {
        try withoutActuallyEscaping(checkCancelled) { checkCancelled in
            let context = EvaluationContext(
                ranking: corpus?.ranking ?? ranking, weights: FieldWeights(weights),
                isScored: true, checkCancelled: checkCancelled)
            let prepared = try PreparedQuery(query, self, among: corpus) { try context.count() }
            let choice = HitChoice(
                continuation: continuation, factor: factor, isIncluded: isIncluded)
            return try top(limit, query, prepared, context, choice, isBefore, isPruned)
        }
    }

    func top(
        _ limit: Int, _ query: CompiledQuery, _ prepared: PreparedQuery,
        _ context: EvaluationContext, _ choice: HitChoice,
        _ isBefore: (UInt32, UInt32) throws -> Bool, _ isPruned: Bool
    ) throws -> SearchHits {
        try withoutActuallyEscaping(isBefore) { isBefore in
            var walk = RankedWalk(
                context, hits: TopHits(limit: max(limit, 0), isBefore: isBefore), choice,
                isPruned: isPruned)
            for (index, part) in parts.enumerated() where part.liveCount > 0 {
                let builder = MatcherBuilder(part.run, index: index, prepared, context)
                guard let matcher = try builder.matcher(query) else { continue }
                try walk.visit(part, matcher)
            }
            let matched = walk.isComplete ? walk.visited : try knownCount(query)
            return SearchHits(
                hits: try walk.hits.sorted(), matched: choice.isIncluded == nil ? matched : nil)
        }
    }
}
