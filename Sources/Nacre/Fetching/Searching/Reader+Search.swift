public import NacreEngine
public import NacreSearch

extension Reader where Self: ~Escapable {
    /// Returns the objects that match a query best, by one of the entity's full-text searches.
    ///
    /// ```swift
    /// let hits = try store.search(Note.self, "swift \"append only\" -sql index*")
    /// for hit in hits { print(hit.score, hit.object.title, hit.snippet(\.body).text) }
    /// ```
    /// Objects are ranked by BM25: a word counts more the rarer it is, the more often it occurs in
    /// the object, and the shorter the object's text is. Equal scores are in the order of ids.
    /// While the index is built, all texts are read, with the same result. For filters, sorts and
    /// counts, use the query in a request: `Note.where { $0.search("swift") }`.
    /// - Parameters:
    ///   - type: The entity.
    ///   - words: The query as a user types it: words that must all occur, `OR`, `-word`,
    ///     `"a phrase"`, `prefix*`, `word~`, `title:word`, `near(a b, 5)`, parentheses.
    ///   - name: The name of the search, if the entity has several.
    ///   - options: `.strict` reports a malformed text, and `.prefixLast` makes the last word a
    ///     prefix, for search as you type.
    ///   - ranking: The order of the hits: the one by relevance, with other weights, or with a
    ///     preference for new objects.
    ///   - limit: The maximum number of hits.
    ///   - cursor: The place after which the hits begin: that of the page before.
    /// - Throws: `invalidValue` if the entity has no such search, or the query is malformed or too
    ///   large, and the errors of all reads.
    public func search<Owner: Entity>(
        _ type: Owner.Type, _ words: String, in name: String = "",
        options: SearchQuery.Options = .lenient, ranking: SearchRanking<Owner> = .relevance,
        limit: Int = 20, after cursor: HitCursor<Owner>? = nil
    ) throws(StoreError) -> Hits<Owner> {
        try search(
            FetchRequest<Owner>().limit(limit), words, in: name, options: options,
            ranking: ranking, after: cursor)
    }

    /// Returns the objects of a request that match a query best.
    ///
    /// ```swift
    /// let open = Note.where { $0.archived == false }.limit(10)
    /// let first = try store.search(open, "swift")
    /// let second = try store.search(open, "swift", after: first.cursor)
    /// ```
    /// - Parameters:
    ///   - request: The objects to rank, and the maximum number of hits; 20 without a limit. It has
    ///     neither sorts nor an offset nor a cursor: the ranking is the order.
    ///   - words: The query as a user types it.
    ///   - name: The name of the search, if the entity has several.
    ///   - options: How the text is read.
    ///   - ranking: The order of the hits.
    ///   - cursor: The place after which the hits begin.
    public func search<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ words: String, in name: String = "",
        options: SearchQuery.Options = .lenient, ranking: SearchRanking<Owner> = .relevance,
        after cursor: HitCursor<Owner>? = nil
    ) throws(StoreError) -> Hits<Owner> {
        try search(
            request, try Owner.searchQuery(words, options, in: name), in: name, ranking: ranking,
            after: cursor)
    }

    /// Returns the objects of a request that match a query best.
    ///
    /// ```swift
    /// let query: SearchQuery = .all(.word("swift"), .not(.phrase("no sql")))
    /// let hits = try store.search(Note.all.limit(10), query)
    /// ```
    /// - Parameters:
    ///   - request: The objects to rank, and the maximum number of hits; 20 without a limit.
    ///   - query: The query.
    ///   - name: The name of the search, if the entity has several.
    ///   - ranking: The order of the hits.
    ///   - cursor: The place after which the hits begin.
    @_disfavoredOverload
    public func search<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ query: SearchQuery, in name: String = "",
        ranking: SearchRanking<Owner> = .relevance, after cursor: HitCursor<Owner>? = nil
    ) throws(StoreError) -> Hits<Owner> {
        try source.search(request, query, in: name, ranking, after: cursor)
    }

    /// Returns the objects of several entities that match a query best, in one ranking.
    ///
    /// ```swift
    /// let hits = try store.search("swift", in: Note.all, Author.where { $0.isActive }, limit: 10)
    /// for hit in hits {
    ///     switch hit.object {
    ///     case let note as Note: print("note", note.title, hit.snippet().text)
    ///     case let author as Author: print("author", author.name)
    ///     default: break
    ///     }
    /// }
    /// ```
    /// Scores are computed as if all texts were those of one entity, with the declared weights.
    /// Equal scores are in the order of the requests, then of ids. Each entity is searched by its
    /// search without a name.
    /// - Parameters:
    ///   - words: The query as a user types it. A part such as `title:word` applies to the entities
    ///     whose search has the attribute; in the others the name is one more word.
    ///   - requests: The objects to rank, each request of another entity. They have no sorts,
    ///     limits, offsets or cursors.
    ///   - options: How the text is read.
    ///   - limit: The maximum number of hits.
    ///   - cursor: The place after which the hits begin: that of the page before, by a search over
    ///     the same entities in the same order.
    public func search<each Owner: Entity>(
        _ words: String, in requests: repeat FetchRequest<each Owner>,
        options: SearchQuery.Options = .lenient, limit: Int = 20,
        after cursor: AnyHitCursor? = nil
    ) throws(StoreError) -> AnyHits {
        var search = JointSearch(words, options, after: cursor, in: try source)
        for request in repeat each requests { try search.add(request) }
        return try search.hits(limit: limit)
    }

    /// Explains how a ranked search is executed now: it is executed for that. The arguments are
    /// those of ``search(_:_:in:options:ranking:after:)``.
    ///
    /// ```swift
    /// print(try store.explainSearch(Note.all.limit(20), "append only"))
    /// ```
    /// - Parameters:
    ///   - request: The objects to rank, and the maximum number of hits; 20 without a limit.
    ///   - words: The query as a user types it.
    ///   - name: The name of the search, if the entity has several.
    ///   - options: How the text is read.
    ///   - ranking: The order of the hits.
    /// - Returns: The explanation, whose text is meant for people.
    public func explainSearch<Owner: Entity>(
        _ request: FetchRequest<Owner>, _ words: String, in name: String = "",
        options: SearchQuery.Options = .lenient, ranking: SearchRanking<Owner> = .relevance
    ) throws(StoreError) -> SearchExplanation {
        try source.explain(
            request, try Owner.searchQuery(words, options, in: name), in: name, ranking)
    }

    /// Returns the words in an entity's texts that begin with a text: those that the most objects
    /// have first.
    ///
    /// ```swift
    /// let next = try store.completions(Note.self, "appe")     // append, appetite, ...
    /// ```
    /// - Parameters:
    ///   - type: The entity.
    ///   - beginning: The beginning of a word. Of several words, the last one counts.
    ///   - name: The name of the search, if the entity has several.
    ///   - limit: The maximum number of words.
    public func completions<Owner: Entity>(
        _ type: Owner.Type, _ beginning: String, in name: String = "", limit: Int = 10
    ) throws(StoreError) -> [Completion] {
        try source.completions(type, beginning, in: name, limit: limit)
    }
}
