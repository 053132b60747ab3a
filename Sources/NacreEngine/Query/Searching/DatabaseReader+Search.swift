internal import NacreFormat
package import NacreSearch
internal import NacreText

extension RecordSource {
    /// Passes on the objects that match a query best, the best one first.
    /// - Returns: Finds the words of the query in the objects' texts.
    /// - Throws: `invalidValue` for an unknown search or attribute, or a query that is too large.
    @discardableResult
    package func search(
        _ request: RankedSearch, _ body: (RankedHit) throws -> Void
    ) throws -> SearchHighlighter {
        let view = view
        return try view.checked {
            let execution = try SearchExecution(request, in: view)
            for hit in try execution.hits() { try body(hit) }
            return execution.highlighter
        }
    }

    /// Explains how a ranked search is executed now.
    package func explain(_ request: RankedSearch) throws -> SearchExplanation {
        let view = view
        return try view.checked { try SearchExecution(request, in: view).explanation() }
    }

    /// Passes on the objects of several entities that match their queries best, the best one first.
    /// They are ranked as if all texts were those of one entity. Equal scores are in the order of
    /// the requests, then of ids.
    /// - Parameters:
    ///   - requests: The requests, each for another entity. Their limits are not used.
    ///   - limit: The maximum number of objects.
    ///   - body: Gets the number of the request, an object, and what finds the query's words in its
    ///     texts.
    package func search(
        _ requests: [RankedSearch], limit: Int,
        _ body: (_ request: Int, RankedHit, SearchHighlighter) throws -> Void
    ) throws {
        let view = view
        try view.checked {
            let executions = try requests.map { request in
                var request = request
                request.limit = limit
                return try SearchExecution(request, in: view)
            }
            var corpus: CorpusStatistics?
            if let first = executions.first, executions.count > 1 {
                var sum = try first.statistics()
                for other in executions.dropFirst() { sum += try other.statistics() }
                corpus = sum
            }
            var hits: [(request: Int, hit: RankedHit)] = []
            for (number, execution) in executions.enumerated() {
                hits += try execution.hits(among: corpus).map { (number, $0) }
            }
            // Those of one request are in order already.
            let order = hits.indices.sorted { one, other in
                let (left, right) = (hits[one].hit.score, hits[other].hit.score)
                return left > right || left == right && one < other
            }
            for place in order.prefix(max(limit, 0)) {
                let (number, hit) = hits[place]
                try body(number, hit, executions[number].highlighter)
            }
        }
    }

    /// Returns the words of an entity's texts that begin with a text: those that the most objects
    /// have first.
    /// - Parameters:
    ///   - beginning: The beginning of a word, folded like the words of a query. Of several words
    ///     the last one counts.
    ///   - search: The name of the entity's search.
    package func completions(
        of beginning: String, in entity: String, by search: String = "", limit: Int
    ) throws -> [TermCompletion] {
        let view = view
        return try view.checked {
            let definition = try view.definition(entity)
            let reader = try SearchReader(search, of: definition, in: view)
            guard let tokenizer = reader.search.tokenizer else {
                throw reader.search.unknownTokenizer
            }
            guard let term = tokenizer.queryTerms(of: beginning).last?.text else { return [] }
            let bytes = Array(term.utf8)
            let query = CompiledQuery.term(
                SearchedTerm(bytes: bytes, match: .prefix), in: FieldSet.all)
            return try reader.answer(query) { state, _ in
                try state.completions(of: bytes, limit: limit) { try view.limit?.check() }
            }
        }
    }
}
