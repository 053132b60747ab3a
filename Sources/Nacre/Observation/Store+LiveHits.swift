internal import NacreEngine
internal import NacreFormat
public import NacreSearch

extension Store {
    /// Returns the objects of a request that match a query best, now and whenever the hits have
    /// changed: their order, their scores, or one of the objects. The arguments are those of
    /// ``Reader/search(_:_:in:options:ranking:after:)``.
    ///
    /// ```swift
    /// for try await hits in store.values(ofSearch: Note.all.limit(20), field.text) {
    ///     list = hits.objects
    /// }
    /// ```
    /// The search runs again after commits that insert or delete objects, or change a text or an
    /// attribute of the filter: each text counts for how rare words are, and so for all scores.
    /// Other commits cost little, unless the filter follows references.
    /// - Parameters:
    ///   - request: The objects to rank, and the maximum number of hits; 20 without a limit.
    ///   - words: The query as a user types it. If it cannot be used, reading the first value
    ///     throws.
    ///   - name: The name of the search, if the entity has several.
    ///   - options: How the text is read.
    ///   - ranking: The order of the hits. Ages are those at the time of the ranking.
    public func values<Owner: Entity>(
        ofSearch request: FetchRequest<Owner>, _ words: String, in name: String = "",
        options: SearchQuery.Options = .lenient, ranking: SearchRanking<Owner> = .relevance
    ) -> LiveValues<Hits<Owner>> {
        LiveValues { [database, registry] () throws(StoreError) in
            let binding = try registry.binding(Owner.self)
            let query = try Owner.searchQuery(words, options, in: name)
            let ranked = try registry.ranked(request, query, in: name, ranking, binding)
            let entity = binding.definition.schema.number
            let holdsObjects = binding.model.holdsObjects
            var followed = FollowedSearch(ranked)
            // The objects that the hits hold by value.
            var held: Set<HeldRow> = []
            let interest = Interest(hitsOf: ranked, holdsObjects: holdsObjects)
            return try ValueWatch(database, interest) { snapshot, touched throws(StoreError) in
                let isHeldTouched =
                    holdsObjects && touched.map { !$0.held.isDisjoint(with: held) } == true
                let touched = isHeldTouched ? nil : touched
                return try StoreError.typed {
                    let answer = try followed.answer(
                        snapshot, touched: touched?.rows(of: entity), since: touched?.before)
                    guard let answer else { return nil }
                    if holdsObjects {
                        held = try answer.hits.reduce(into: []) { rows, hit in
                            let graph = try HeldGraph(
                                from: hit.record, of: binding.reader, in: snapshot, registry)
                            rows.formUnion(graph.rows)
                        }
                    }
                    return try Hits(
                        answer.hits, answer.highlighter, binding, in: snapshot,
                        now: ranked.recency?.now)
                }
            }
        }
    }
}
