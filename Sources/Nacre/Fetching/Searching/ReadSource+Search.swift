internal import NacreEngine
internal import NacreFormat
internal import NacreSearch

extension ReadSource {
    func search<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ query: SearchQuery, in name: String,
        _ ranking: SearchRanking<Owner>, after cursor: HitCursor<Owner>?
    ) throws(StoreError) -> Hits<Owner> {
        let binding = try registry.binding(Owner.self)
        var ranked = try registry.ranked(request, query, in: name, ranking, binding)
        if let cursor { ranked.begin(after: cursor) }
        switch content {
        case .snapshot(let snapshot): return try hits(ranked, binding, in: snapshot)
        case .changes(let changes): return try hits(ranked, binding, in: changes)
        }
    }

    func explain<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ query: SearchQuery, in name: String,
        _ ranking: SearchRanking<Owner>
    ) throws(StoreError) -> SearchExplanation {
        let binding = try registry.binding(Owner.self)
        let ranked = try registry.ranked(request, query, in: name, ranking, binding)
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.explain(ranked)
            case .changes(let changes): try changes.explain(ranked)
            }
        }
    }

    func completions<Owner: Entity>(
        _ type: Owner.Type, _ beginning: String, in name: String, limit: Int
    ) throws(StoreError) -> [Completion] {
        let entity = try registry.binding(type).model.name
        return try StoreError.typed {
            let found =
                switch content {
                case .snapshot(let snapshot):
                    try snapshot.completions(of: beginning, in: entity, by: name, limit: limit)
                case .changes(let changes):
                    try changes.completions(of: beginning, in: entity, by: name, limit: limit)
                }
            return found.map {
                Completion(
                    word: String(decoding: $0.term, as: UTF8.self), count: $0.documents)
            }
        }
    }

    private func hits<Owner: Entity>(
        _ ranked: RankedSearch, _ binding: EntityBinding<Owner>, in source: some RecordSource
    ) throws(StoreError) -> Hits<Owner> {
        try StoreError.typed {
            var found: [RankedHit] = []
            let highlighter = try source.search(ranked) { found.append($0) }
            return try Hits(found, highlighter, binding, in: source, now: ranked.recency?.now)
        }
    }
}

extension EntityRegistry {
    /// Returns the search for the engine.
    func ranked<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ query: SearchQuery, in name: String,
        _ ranking: SearchRanking<Owner>, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> RankedSearch {
        let own = try request.query(of: binding.model.name, in: self)
        guard own.sorts.isEmpty, own.offset == 0, own.after == nil else {
            throw StoreError(
                .invalidValue,
                "A ranked search has an order of its own: its request has no sorts, no offset and"
                    + " no cursor. To sort by attributes, use the query as a filter."
            ).about(binding.model.name)
        }
        if let problem = ranking.problem {
            throw StoreError(.invalidValue, problem).about(binding.model.name)
        }
        return RankedSearch(
            query, in: own.entity, by: name, filter: own.filter, limit: own.limit ?? 20,
            weights: ranking.weights, recency: ranking.recency)
    }
}
