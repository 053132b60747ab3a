internal import NacreFormat
internal import NacreSearch

/// The execution of a ranked search.
struct SearchExecution {
    private let source: StoreView
    private let request: RankedSearch
    private let reader: SearchReader
    private let query: CompiledQuery
    let definition: EntityDefinition
    /// Finds the words of the query in texts.
    let highlighter: SearchHighlighter

    init(_ request: RankedSearch, in source: StoreView) throws {
        self.source = source
        self.request = request
        definition = try source.definition(request.entity)
        reader = try SearchReader(request.search, of: definition, in: source)
        query = try reader.compiled(request.query)
        highlighter = try SearchHighlighter(query, reader.search)
        guard request.limit >= 0 else {
            throw StoreError(.invalidValue, "The limit of a search must be 0 or more.")
        }
    }

    /// Returns the numbers by which the objects are ranked.
    func statistics() throws -> CorpusStatistics {
        try reader.answer(query) { state, _ in
            try state.statistics(of: query) { try source.limit?.check() }
        }
    }

    /// Returns the best objects.
    /// - Parameter corpus: The texts among which those of the entity are ranked; nil for its own.
    func hits(among corpus: CorpusStatistics? = nil) throws -> [RankedHit] {
        let weights = try weights()
        let factor = try RecencyFactor(request.recency, reader)
        var ids = HitIDs(reader)
        return try withoutActuallyEscaping({ try ids[$0].order(relativeTo: ids[$1]) < 0 }) {
            isBefore in
            try reader.answer(query) { state, _ in
                let filter = try RowFilter(request.filter, reader)
                return try state.top(
                    request.limit, matching: query, weights: weights, among: corpus,
                    after: try continuation(),
                    factor: factor.map { factor in { try factor.factor(of: $0) } },
                    isIncluded: filter.map { filter in { try filter.includes($0) } },
                    isBefore: isBefore
                ) { try source.limit?.check() }.hits.map { hit in
                    let record = try reader.record(of: hit.row)
                    return RankedHit(
                        record: record, id: try source.id(of: record), score: hit.score)
                }
            }
        }
    }

    /// Executes the search, and returns how it was done. It does not count the place after which
    /// the result begins.
    func explanation() throws -> SearchExplanation {
        let weights = try weights()
        let factor = try RecencyFactor(request.recency, reader)
        return try reader.answer(query) { state, isScanned in
            let filter = try RowFilter(request.filter, reader)
            let terms = try state.explain(
                request.limit, matching: query, weights: weights,
                factor: factor.map { factor in { try factor.factor(of: $0) } },
                isIncluded: filter.map { filter in { try filter.includes($0) } }
            ) { try source.limit?.check() }
            return SearchExplanation(terms, isIndexed: !isScanned, request)
        }
    }

    private func weights() throws(StoreError) -> [Double] {
        for name in request.weights.keys where !reader.search.fields.contains(name) {
            throw StoreError(
                .invalidValue, "The search has a weight for '\(name)', which it does not cover."
            ).about(definition.schema.name)
        }
        return zip(reader.search.fields, reader.search.schema.weights).map { name, weight in
            request.weights[name] ?? weight
        }
    }

    private func continuation() throws -> SearchContinuation? {
        guard let place = request.after else { return nil }
        switch place.tie {
        case .all(let isAfter): return SearchContinuation(score: place.score) { _ in isAfter }
        case .after(let id):
            guard id.storedType == definition.schema.idAttribute.type else {
                throw StoreError(
                    .invalidValue, "The place in the ranking has an id that is not of the entity.")
            }
            let (source, reader) = (source, reader)
            return SearchContinuation(score: place.score) { row in
                let found = try reader.record(of: row)
                return try source.id(of: found).order(relativeTo: id) > 0
            }
        }
    }
}

/// The ids of objects with equal scores, each of which is read once.
private struct HitIDs {
    private let reader: SearchReader
    private var known: [UInt32: Value] = [:]

    init(_ reader: SearchReader) { self.reader = reader }

    subscript(row: UInt32) -> Value {
        mutating get throws {
            if let id = known[row] { return id }
            let id = try reader.source.id(of: try reader.record(of: row))
            known[row] = id
            return id
        }
    }
}
