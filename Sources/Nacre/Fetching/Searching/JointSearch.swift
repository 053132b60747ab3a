internal import NacreEngine
internal import NacreFormat
internal import NacreSearch

/// The requests of a search over several entities.
struct JointSearch {
    private let words: String
    private let options: SearchQuery.Options
    private let cursor: AnyHitCursor?
    private let source: ReadSource
    private var requests: [RankedSearch] = []
    /// The functions that decode an object, one for each request.
    private var makers: [(RankedHit, any RecordSource, SearchHighlighter) throws -> AnyHit] = []

    init(
        _ words: String, _ options: SearchQuery.Options, after cursor: AnyHitCursor?,
        in source: ReadSource
    ) {
        self.words = words
        self.options = options
        self.cursor = cursor
        self.source = source
    }

    /// Adds the objects of a request.
    mutating func add<Owner: Entity>(_ request: FetchRequest<Owner>) throws(StoreError) {
        let binding = try source.registry.binding(Owner.self)
        guard request.limit == nil else {
            throw StoreError(
                .invalidValue,
                "A search over several entities has one limit: its requests have none."
            ).about(binding.model.name)
        }
        guard !requests.contains(where: { $0.entity == binding.model.name }) else {
            throw StoreError(
                .invalidValue, "A search over several entities names each of them once."
            ).about(binding.model.name)
        }
        let query = try Owner.searchQuery(words, options, in: "")
        var ranked = try source.registry.ranked(request, query, in: "", .relevance, binding)
        ranked.after = cursor?.place(in: requests.count)
        requests.append(ranked)
        makers.append { hit, source, highlighter in
            AnyHit(try Hit(hit, highlighter, binding, in: source))
        }
    }

    /// Returns the best objects.
    func hits(limit: Int) throws(StoreError) -> AnyHits {
        switch source.content {
        case .snapshot(let snapshot): try hits(limit: limit, in: snapshot)
        case .changes(let changes): try hits(limit: limit, in: changes)
        }
    }

    private func hits(limit: Int, in source: some RecordSource) throws(StoreError) -> AnyHits {
        try StoreError.typed {
            var found: [AnyHit] = []
            var cursor: AnyHitCursor?
            try source.search(requests, limit: limit) { request, hit, highlighter in
                found.append(try makers[request](hit, source, highlighter))
                cursor = AnyHitCursor(score: hit.score, entity: request, id: hit.id)
            }
            return AnyHits(found, cursor: cursor)
        }
    }
}
