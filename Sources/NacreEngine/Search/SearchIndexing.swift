internal import NacreFormat
internal import NacreSearch
internal import NacreText

/// Makes the state of a full-text index: from all objects of a source, or from the state in another
/// source and the rows that differ.
struct SearchIndexing {
    private let source: StoreView
    private let definition: EntityDefinition
    private let search: SearchDefinition

    /// The memory that one run may take while it is built, in bytes. A larger index has several.
    private static let memoryMax = 64 << 20

    /// - Parameter search: One of the definition's searches, with a known tokenizer.
    init(_ search: SearchDefinition, of definition: EntityDefinition, in source: StoreView) {
        self.source = source
        self.definition = definition
        self.search = search
    }

    private var texts: SearchTexts {
        SearchTexts(source: source, schema: definition.schema, search: search)
    }

    private func builder(_ filter: TermFilter?) throws(StoreError) -> RunBuilder {
        guard let tokenizer = search.tokenizer else { throw search.unknownTokenizer }
        return RunBuilder(
            tokenizer: tokenizer, fieldCount: search.ordinals.count, keeping: filter)
    }

    /// Returns the index of all objects.
    /// - Parameters:
    ///   - filter: The terms that the index needs to have; nil for all.
    ///   - check: Called from time to time with the share that is done, from 0 to 1. An error it
    ///     throws ends the work.
    func whole(
        keeping filter: TermFilter? = nil, _ check: (_ share: Double) throws -> Void = { _ in }
    ) throws -> SearchState {
        let branches = source.rows(of: definition.schema.number).branches
        let lanes = Lanes(
            pieces: branches.count, isShared: source.isUnchanging, within: source.limit)
        let parts = try lanes.collect { lane in
            var reader = BlockReader(of: definition, in: source)
            var runs: [SearchRun] = []
            var builder = try builder(filter)
            while let number = lane.takePiece() {
                try branches[number].forEachLeaf { first, leaf, next in
                    if lane.number == 0 { try check(Double(number) / Double(branches.count)) }
                    return try reader.forEachBlock(of: leaf, from: first, before: next) { reader in
                        for index in 0..<reader.block.count {
                            try texts.addDocument(reader.found(index), to: builder)
                        }
                        return true
                    }
                }
                guard builder.memory > Self.memoryMax else { continue }
                runs.append(try builder.finish())
                builder = try self.builder(filter)
            }
            runs.append(try builder.finish())
            return runs
        }
        // The runs have no row in common, so their order does not matter.
        var state = SearchState()
        for run in parts.joined() where run.documentCount > 0 { state = try state.adding(run) }
        return state
    }

    /// Returns the state in this source, given that in another one.
    /// - Parameters:
    ///   - base: The state in a version of the store, older or newer.
    ///   - check: Called from time to time. An error it throws ends the work.
    func updated(
        from base: SearchBases.Base, _ check: () throws -> Void = {}
    ) throws -> SearchState {
        let number = definition.schema.number
        let former = base.snapshot.view
        guard let formerTexts = former.texts(of: search.identity) else {
            return try whole { _ in try check() }
        }
        var state = base.state
        var builder = try builder(nil)
        let texts = texts
        try former.rows(of: number).forEachDifference(to: source.rows(of: number)) {
            (row, before, after) throws(any Error) in
            func record(_ word: UInt64, in source: StoreView) throws -> FoundRecord? {
                if word == 0 { return nil }
                return try source.record(
                    at: Position(word), row: RowNumber(row), of: number, verifying: false)
            }
            try check()
            let old = try record(before, in: former)
            let new = try record(after, in: source)
            if let old, let new, try texts.areSame(in: new, as: old, of: formerTexts) { return }
            if let old { try formerTexts.addFormer(old, to: builder) }
            if let new { try texts.addDocument(new, to: builder) }
            if builder.memory > Self.memoryMax {
                state = try state.adding(try builder.finish())
                builder = try self.builder(nil)
            }
        }
        if builder.rowCount > 0 { state = try state.adding(try builder.finish()) }
        return state
    }
}

extension StoreView {
    /// Returns the texts that an index covers in this source; nil if it has no such search.
    fileprivate func texts(of identity: SearchIdentity) -> SearchTexts? {
        guard let definition = catalog[identity.entity],
            let search = definition.searches.first(where: { $0.identity == identity })
        else { return nil }
        return SearchTexts(source: self, schema: definition.schema, search: search)
    }
}

extension SearchDefinition {
    /// The error for a search whose rules the program does not know.
    var unknownTokenizer: StoreError {
        let isCustom = TokenizerName(schema.tokenizer)?.isCustom == true
        return StoreError(
            .unsupportedFormat,
            "The search of \(fields.joined(separator: ", ")) splits texts by the rules"
                + " '\(schema.tokenizer)', which this program does not have. "
                + (isCustom
                    ? "Search with the program that declares them by SearchTokenizer.custom."
                    : "Use a newer version."))
    }
}
