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
        guard let tokenizer = reader.search.tokenizer else {
            throw reader.search.unknownTokenizer
        }
        highlighter = SearchHighlighter(query, tokenizer, fields: reader.search.fields)
        guard request.limit >= 0 else {
            throw StoreError(.invalidValue, "The limit of a search must be 0 or more.")
        }
    }

    /// A matching object.
    struct Hit {
        let record: FoundRecord
        let score: Double
    }

    /// Returns the best objects.
    func hits() throws -> [Hit] {
        let weights = try weights()
        var ids = HitIDs(reader)
        return try withoutActuallyEscaping({ try ids[$0].order(relativeTo: ids[$1]) < 0 }) {
            isBefore in
            try reader.answer(query) { state, _ in
                let filter = try RowFilter(request.filter, reader)
                return try state.top(
                    request.limit, matching: query, weights: weights,
                    after: try continuation(),
                    isIncluded: filter.map { filter in { try filter.includes($0) } },
                    isBefore: isBefore
                ) { try source.limit?.check() }.hits.map { hit in
                    Hit(record: try reader.record(of: hit.row), score: hit.score)
                }
            }
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
        let id = definition.schema.idAttribute
        guard place.id.storedType == id.type else {
            throw StoreError(
                .invalidValue, "The place in the ranking has an id that is not of the entity.")
        }
        let (source, reader) = (source, reader)
        return SearchContinuation(score: place.score) { row in
            let found = try reader.record(of: row)
            return try source.id(of: found).order(relativeTo: place.id) > 0
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
