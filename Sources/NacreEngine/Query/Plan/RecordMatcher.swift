internal import NacreFormat

/// A test of records against a filter, a block at a time. The preparations are made once: a query
/// spends most of its time here.
struct RecordMatcher {
    private let source: StoreView
    /// Made once: the closure holds the source, to which other threads count references as well.
    private let external: (ExternalReference) throws -> ByteView
    /// The matchers by layout; nil if the filter matches all records.
    private var matchers: LayoutCache<Matcher>?
    /// A buffer: see ``Matcher/matches(_:_:external:)``.
    private var waiting: [UInt64] = []

    init(_ filter: BoundFilter, in source: StoreView) {
        self.source = source
        external = { reference in
            try source.limit?.check()
            return try source.external(reference)
        }
        guard !filter.filter.isAll else { return }
        matchers = LayoutCache { try Matcher(filter, layout: $0, within: source.limit) }
    }

    /// Returns the records of a block that match the filter, a bit for each.
    mutating func matches(_ reader: borrowing BlockReader) throws -> UInt64 {
        try matches(reader, reader.block.all)
    }

    /// Returns the subset of some records that match the filter.
    /// - Parameter records: The records to test, a bit for each.
    mutating func matches(
        _ reader: borrowing BlockReader, _ records: UInt64
    ) throws -> UInt64 {
        if matchers == nil { return records }
        guard let matcher = try matchers?.element(for: reader.block) else {
            return try matchesOneByOne(reader, records)
        }
        do throws(Matcher.Failure) {
            return try matcher.matches(reader.block, records, &waiting, external: external)
        } catch {
            throw explained(error.cause, at: reader.block.position(error.index))
        }
    }

    /// Tests the records of a block with several layouts.
    private mutating func matchesOneByOne(
        _ reader: borrowing BlockReader, _ records: UInt64
    ) throws -> UInt64 {
        var matching: UInt64 = 0
        for index in 0..<reader.block.count where records >> UInt64(index) & 1 != 0 {
            if try matches(reader.found(index)) { matching |= 1 << UInt64(index) }
        }
        return matching
    }

    mutating func matches(_ found: FoundRecord) throws -> Bool {
        do {
            return try matchers?[found.layout].matches(
                found.record, origin: found.position.offset, external: external) ?? true
        } catch {
            throw explained(error, at: found.position)
        }
    }

    private func explained(_ error: any Error, at position: Position) -> any Error {
        guard let error = error as? FormatError else { return error }
        return source.damaged(position, error.description)
    }
}
