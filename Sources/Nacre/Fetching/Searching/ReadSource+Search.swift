internal import NacreEngine
internal import NacreFormat
internal import NacreSearch

extension ReadSource {
    func search<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ query: SearchQuery, in name: String,
        after cursor: HitCursor<Owner>?
    ) throws(StoreError) -> Hits<Owner> {
        let binding = try registry.binding(Owner.self)
        let own = try request.query(of: binding.model.name, in: registry)
        guard own.sorts.isEmpty, own.offset == 0, own.after == nil else {
            throw StoreError(
                .invalidValue,
                "A ranked search has an order of its own: its request has no sorts, no offset and"
                    + " no cursor. To sort by attributes, use the query as a filter."
            ).about(binding.model.name)
        }
        let ranked = RankedSearch(
            query, in: own.entity, by: name, filter: own.filter, limit: own.limit ?? 20,
            after: cursor.map { RankedSearch.Place(score: $0.score, id: $0.id) })
        switch content {
        case .snapshot(let snapshot): return try hits(ranked, binding, in: snapshot)
        case .changes(let changes): return try hits(ranked, binding, in: changes)
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
        var found: [(object: Owner, score: Double)] = []
        var last: StoredForm?
        let highlighter = try StoreError.typed {
            try source.search(ranked) { record, score in
                found.append((try binding.decode(record, in: source), score))
                last = try source.id(of: record)
            }
        }
        let hits = found.map { found in
            Hit(object: found.object, score: found.score, highlighter: highlighter)
        }
        let cursor = last.flatMap { id in
            hits.last.map { HitCursor<Owner>(score: $0.score, id: id) }
        }
        return Hits(hits, cursor: cursor)
    }
}
