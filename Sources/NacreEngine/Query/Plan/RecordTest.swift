internal import NacreFormat

/// Asks records whether a filter holds for them, a block at a time. What it needs for that is made
/// once: a query spends its time here.
struct RecordTest {
    private let source: StoreView
    /// Made once: it holds the source, to which other threads count references as well.
    private let external: (ExternalReference) throws -> ByteView
    /// Nil if there is nothing to ask.
    private var matchers: LayoutCache<Matcher>?
    /// See ``Matcher/matches(_:_:external:)``.
    private var waiting: [UInt64] = []

    init(_ filter: BoundFilter, in source: StoreView) {
        self.source = source
        external = { try source.external($0) }
        if !filter.filter.isAll { matchers = LayoutCache { try Matcher(filter, layout: $0) } }
    }

    /// Which records of a block the filter holds for.
    mutating func matches(_ reader: borrowing BlockReader) throws -> UInt64 {
        try matches(reader, reader.block.all)
    }

    /// - Parameter records: those that matter.
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

    /// Of a block of several layouts.
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
