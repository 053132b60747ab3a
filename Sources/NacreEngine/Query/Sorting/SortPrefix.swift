import NacreFormat

/// The beginning of a sort key as two numbers. It decides nearly all comparisons, and needs no
/// allocation. The smallest comes first, also if a sort descends.
struct SortPrefix: Sendable {
    /// The number of the first attribute.
    var first: UInt64
    /// The number of the second attribute, if `first` determines the first attribute's value.
    /// Otherwise the continuation of the first attribute's value.
    var second: UInt64

    /// Returns whether this prefix comes before another one; nil if the values decide.
    @inline(__always)
    func precedes(_ other: SortPrefix) -> Bool? {
        if first != other.first { return first < other.first }
        return second == other.second ? nil : second < other.second
    }
}

/// A reader of ``SortPrefix``es from the records of one layout.
struct SortPrefixReader: Sendable {
    private let first: SortPrefixStep?
    private let second: SortPrefixStep?

    init(_ keys: SortKeys, layout: Layout) throws(StoreError) {
        // No number represents a text in the order of a language.
        let count = min(2, keys.plainCount)
        do throws(OperandError) {
            first = try count > 0 ? SortPrefixStep(keys, 0, layout) : nil
            second = try count > 1 ? SortPrefixStep(keys, 1, layout) : nil
        } catch {
            throw StoreError(error)
        }
    }

    /// Returns the prefix of a record.
    /// - Parameter known: The ``OrderKey`` of the first attribute, if it is known.
    @inline(__always)
    func prefix(
        of found: FoundRecord, first known: UInt64? = nil, in source: StoreView
    ) throws -> SortPrefix {
        guard let step = first else { return SortPrefix(first: 0, second: 0) }
        let first = try known ?? step.key(of: found, in: source)
        return SortPrefix(
            first: first ^ step.inversion, second: try number(of: found, first, in: source))
    }

    /// Returns the second number.
    /// - Parameter first: The first number, before inversion.
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

    /// Returns whether an object certainly comes after a place. Reads no more of it than necessary.
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

    /// Returns the objects of a block that do not certainly come after a place. Work that does not
    /// depend on the object is done once for all of them.
    /// - Parameters:
    ///   - records: The records to test, all of one layout.
    ///   - known: The ``OrderKey`` of the first attribute, which all of them share, if it is known.
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
