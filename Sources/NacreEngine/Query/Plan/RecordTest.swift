internal import NacreFormat

/// Asks records whether a filter holds for them, a block at a time. What it needs for that is made
/// once: a query spends its time here.
struct RecordTest<Source: RecordSource> {
    private let source: Source
    /// Nil if there is nothing to ask.
    private var matchers: LayoutCache<Matcher>?
    /// See ``Matcher/matches(_:_:external:)``.
    private var waiting: [UInt64] = []

    init(_ filter: BoundFilter, in source: Source) {
        self.source = source
        if filter.filter != .all { matchers = LayoutCache { try Matcher(filter, layout: $0) } }
    }

    /// Which records of a block the filter holds for.
    mutating func matches(_ reader: borrowing BlockReader<Source>) throws -> UInt64 {
        try matches(reader, reader.block.all)
    }

    /// - Parameter records: those that matter.
    mutating func matches(
        _ reader: borrowing BlockReader<Source>, _ records: UInt64
    ) throws -> UInt64 {
        if matchers == nil { return records }
        guard let layout = reader.block.layout, let matcher = try matchers?[layout] else {
            return try matchesOneByOne(reader, records)
        }
        do throws(Matcher.Failure) {
            return try matcher.matches(reader.block, records, &waiting) { [source] in
                try source.external($0)
            }
        } catch {
            throw explained(error.cause, at: reader.block.position(error.index))
        }
    }

    /// Of a block of several layouts.
    private mutating func matchesOneByOne(
        _ reader: borrowing BlockReader<Source>, _ records: UInt64
    ) throws -> UInt64 {
        var matching: UInt64 = 0
        for index in 0..<reader.block.count where records >> UInt64(index) & 1 != 0 {
            let found = try reader.found(index)
            do {
                let holds = try matchers?[found.layout].matches(
                    found.record, origin: found.position.offset
                ) { try source.external($0) }
                if holds == true { matching |= 1 << UInt64(index) }
            } catch {
                throw explained(error, at: found.position)
            }
        }
        return matching
    }

    private func explained(_ error: any Error, at position: Position) -> any Error {
        guard let error = error as? FormatError else { return error }
        return source.damaged(position, error.description)
    }
}
