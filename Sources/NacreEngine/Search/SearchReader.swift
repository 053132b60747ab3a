internal import NacreFormat
internal import NacreSearch

/// The index of a full-text search for one source: the kept one, brought up to date for the source,
/// or one that is made for a single query by reading all texts.
struct SearchReader {
    let source: StoreView
    let definition: EntityDefinition
    let search: SearchDefinition

    /// - Parameter name: The name of a search of the entity.
    init(
        _ name: String, of definition: EntityDefinition, in source: StoreView
    ) throws(StoreError) {
        self.source = source
        self.definition = definition
        guard let search = definition.searches.first(where: { $0.schema.name == name }) else {
            throw StoreError(.invalidValue, definition.schema.searchProblem(name))
        }
        self.search = search
    }

    init(_ search: SearchDefinition, of definition: EntityDefinition, in source: StoreView) {
        self.search = search
        self.definition = definition
        self.source = source
    }

    /// Returns a query in terms.
    /// - Throws: `invalidValue` if the query names an unknown attribute or is too large,
    ///   `unsupportedFormat` if the program does not have the tokenizer.
    func compiled(_ query: SearchQuery) throws(StoreError) -> CompiledQuery {
        guard let tokenizer = search.tokenizer else { throw search.unknownTokenizer }
        do throws(SearchQueryError) {
            return try query.compiled(with: tokenizer, fields: search.fields)
        } catch {
            throw StoreError(.invalidValue, error.description).about(definition.schema.name)
        }
    }

    /// Answers a query by an index: the kept one, or one that is made for the query. If the kept
    /// index is damaged, discards it and answers by the other way.
    /// - Parameter body: Gets an index, and whether all texts were read for it.
    func answer<Answer>(
        _ query: CompiledQuery, _ body: (SearchState, _ isScanned: Bool) throws -> Answer
    ) throws -> Answer {
        if let state = try usable() {
            do { return try body(state, false) } catch is SearchError { forget() }
        }
        let indexing = SearchIndexing(search, of: definition, in: source)
        do {
            return try body(try indexing.whole(keeping: TermFilter(query)), true)
        } catch let error as SearchError {
            throw StoreError(
                .limitReached, "The texts of '\(definition.schema.name)' cannot be searched.",
                cause: error.description)
        }
    }

    /// Returns the kept index; nil also if it cannot be brought up to date, because it or a former
    /// record is damaged. The present texts may be sound.
    /// - Parameter check: Called from time to time. An error it throws ends the work.
    func usable(_ check: () throws -> Void = {}) throws -> SearchState? {
        do { return try kept(check) } catch is SearchError {
            forget()
            return nil
        } catch let error as StoreError {
            guard error.code == .corrupt else { throw error }
            forget()
            return nil
        }
    }

    /// Returns the record of a row that an index names. A forged index may name any.
    /// - Throws: ``SearchError`` if there is no such object.
    func record(of row: UInt32) throws -> FoundRecord {
        guard source.rows(of: definition.schema.number)[row] != 0 else { throw Self.missing }
        return try source.record(of: row, in: definition)
    }

    /// The error for a row without an object.
    static let missing = SearchError.damaged(offset: 0, reason: "a row without an object")

    /// Forgets the kept index, because it is damaged. It is built again in the background.
    func forget() {
        source.version?.searchStates.remove(search.identity)
        source.context?.searches.remove(search.identity)
    }

    /// Returns the kept index for this source; nil if there is none, or it cannot be used.
    /// - Parameter check: Called from time to time. An error it throws ends the work.
    func kept(_ check: () throws -> Void = {}) throws -> SearchState? {
        guard search.isExact, let context = source.context else { return nil }
        let version = source.version
        let era = context.searches.era
        let base = context.searches.base(of: search.identity)
        // Its runs may have been merged since the state was made.
        if let base, base.snapshot.version === version { return base.state }
        if let known = version?.searchStates.state(of: search.identity, in: era) { return known }
        guard let base else { return nil }
        let indexing = SearchIndexing(search, of: definition, in: source)
        let state = try indexing.updated(from: base, check)
        if let version { version.keep(state, of: search.identity, in: era) }
        return state
    }
}

extension Version {
    /// Keeps the state of an index for this version, and as the base of others if this is a version
    /// of the store and no view of one.
    /// - Parameter era: The era in which the making of the state began.
    func keep(_ state: SearchState, of identity: SearchIdentity, in era: SearchEra) {
        searchStates.set(state, of: identity, in: era)
        guard !isView else { return }
        context.searches.advance(
            identity, to: SearchBases.Base(snapshot: DatabaseSnapshot(version: self), state: state),
            in: era)
    }
}
