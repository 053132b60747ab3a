internal import NacreFormat
internal import NacreSearch

/// The execution of a ranked search.
struct SearchExecution {
    private let source: StoreView
    private let request: RankedSearch
    private let reader: SearchReader
    private let query: CompiledQuery
    private let last = LastIndex()
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
        try answer { state, _ in
            try state.statistics(of: query) { try source.limit?.check() }
        }
    }

    /// Returns the best objects.
    /// - Parameter corpus: The texts among which those of the entity are ranked; nil for its own.
    func hits(among corpus: CorpusStatistics? = nil) throws -> [RankedHit] {
        let ranking = try Ranking(request, reader)
        var ids = HitIDs(reader)
        return try withoutActuallyEscaping({ try ids[$0].order(relativeTo: ids[$1]) < 0 }) {
            isBefore in
            try answer { state, _ in
                try state.top(
                    request.limit, matching: query, weights: ranking.weights, among: corpus,
                    after: try continuation(), factor: ranking.factor,
                    isIncluded: try ranking.filter(), isBefore: isBefore
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
        let ranking = try Ranking(request, reader)
        return try answer { state, isScanned in
            let terms = try state.explain(
                request.limit, matching: query, weights: ranking.weights, factor: ranking.factor,
                isIncluded: try ranking.filter()
            ) { try source.limit?.check() }
            return SearchExplanation(terms, isIndexed: !isScanned, request)
        }
    }

    /// Answers by the index that answered before; by ``SearchReader/answer(_:_:)`` at first, or if
    /// that one is damaged.
    private func answer<Answer>(
        _ body: (SearchState, _ isScanned: Bool) throws -> Answer
    ) throws -> Answer {
        if let (state, isScanned) = last.answer {
            do { return try body(state, isScanned) } catch is SearchError { last.answer = nil }
        }
        return try reader.answer(query) { state, isScanned in
            last.answer = (state, isScanned)
            return try body(state, isScanned)
        }
    }

    /// The index that answered last. To make one takes long if the texts are read for it.
    private final class LastIndex {
        var answer: (state: SearchState, isScanned: Bool)?
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

/// The order of a request: what scores are multiplied by, and which objects count.
private struct Ranking {
    /// The weight of each field.
    let weights: [Double]
    /// The factor of an object's score; nil if age does not count.
    let factor: ((UInt32) throws -> Double)?
    private let request: RankedSearch
    private let reader: SearchReader

    init(_ request: RankedSearch, _ reader: SearchReader) throws(StoreError) {
        self.request = request
        self.reader = reader
        weights = try Self.weights(request, reader)
        let recency = try RecencyFactor(request.recency, reader)
        factor = recency.map { recency in { try recency.factor(of: $0) } }
    }

    private static func weights(
        _ request: RankedSearch, _ reader: SearchReader
    ) throws(StoreError) -> [Double] {
        let entity = reader.definition.schema.name
        for (name, weight) in request.weights {
            guard reader.search.fields.contains(name) else {
                throw StoreError(
                    .invalidValue,
                    "The search has a weight for '\(name)', which it does not cover."
                ).about(entity)
            }
            guard weight >= 0, weight <= Format.searchWeightMax else {
                throw StoreError(
                    .invalidValue,
                    "The weight \(weight) of '\(name)' is not from 0 to"
                        + " \(Int(Format.searchWeightMax))."
                ).about(entity)
            }
        }
        return zip(reader.search.fields, reader.search.schema.weights).map { name, weight in
            request.weights[name] ?? weight
        }
    }

    /// Returns a test of single objects, which lasts for one answer; nil if all count.
    func filter() throws -> ((UInt32) throws -> Bool)? {
        try RowFilter(request.filter, reader).map { filter in { try filter.includes($0) } }
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
