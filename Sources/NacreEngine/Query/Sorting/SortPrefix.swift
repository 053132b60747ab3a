import NacreFormat

/// The beginning of a sort key in the form of numbers: decides nearly all comparisons, and costs no
/// memory to make. The least comes first, also where a sort descends.
struct SortPrefix: Sendable {
    /// Of the first attribute.
    var first: UInt64
    /// Of the second one, if the first number says all about the first one; otherwise what comes
    /// behind the first number in the first attribute's value.
    var second: UInt64

    /// Whether this one comes before another; nil if the values decide.
    @inline(__always)
    func precedes(_ other: SortPrefix) -> Bool? {
        if first != other.first { return first < other.first }
        return second == other.second ? nil : second < other.second
    }
}

/// Makes ``SortPrefix``es of the records of one layout.
struct SortPrefixReader: Sendable {
    private let first: SortPrefixStep?
    private let second: SortPrefixStep?

    init(_ keys: SortKeys, layout: Layout) throws(StoreError) {
        // No number says where a text stands in the order of a language.
        let count = min(2, keys.plainCount)
        do throws(OperandError) {
            first = try count > 0 ? SortPrefixStep(keys, 0, layout) : nil
            second = try count > 1 ? SortPrefixStep(keys, 1, layout) : nil
        } catch {
            throw StoreError(error)
        }
    }

    /// - Parameter known: the ``OrderKey`` of the first attribute, if somebody knows it.
    @inline(__always)
    func prefix(
        of found: FoundRecord, first known: UInt64? = nil, in source: StoreView
    ) throws -> SortPrefix {
        guard let step = first else { return SortPrefix(first: 0, second: 0) }
        let first = try known ?? step.key(of: found, in: source)
        return SortPrefix(
            first: first ^ step.inversion, second: try number(of: found, first, in: source))
    }

    /// The second number.
    /// - Parameter first: the first one, before it was turned round.
    @inline(__always)
    private func number(
        of found: FoundRecord, _ first: UInt64, in source: StoreView
    ) throws -> UInt64 {
        guard let step = self.first, step.exactness.isExact(first) else {
            return try self.first?.continuation(of: found, in: source) ?? 0
        }
        guard let second else { return 0 }
        return try second.key(of: found, in: source) ^ second.inversion
    }

    /// Whether an object comes behind a place for certain. Reads no more of it than that takes.
    @inline(__always)
    func isBehind(
        _ place: SortPrefix, _ found: FoundRecord, in source: StoreView
    ) throws -> Bool {
        guard let step = first else { return false }
        let key = try step.key(of: found, in: source)
        let first = key ^ step.inversion
        if first != place.first { return first > place.first }
        return try number(of: found, key, in: source) > place.second
    }

    /// Which objects of a block do not come behind a place for certain. What does not differ from
    /// one to the next is done once for all of them.
    /// - Parameters:
    ///   - records: those that matter, which are of one layout.
    ///   - known: as of ``prefix(of:first:in:)``, of all of them.
    func notBehind(
        _ place: SortPrefix, _ reader: borrowing BlockReader, _ records: UInt64,
        first known: UInt64?, in source: StoreView
    ) throws -> UInt64 {
        guard let step = first else { return records }
        var (before, equal) =
            try known.map { step.compare(records, $0, with: place.first) }
            ?? step.compare(reader, records, with: place.first, in: source)
        let key = place.first ^ step.inversion
        try equal.forEachBit { index in
            if try number(of: reader.found(index), key, in: source) <= place.second {
                before |= 1 << UInt64(index)
            }
        }
        return before
    }
}
