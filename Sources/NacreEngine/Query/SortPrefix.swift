import NacreFormat

/// The beginning of a sort key in the form of numbers: decides nearly all comparisons, and costs no
/// memory to make. The least comes first, also where a sort descends.
struct SortPrefix: Sendable {
    /// Of the first attribute.
    var first: UInt64
    /// Of the second one, if the first number says all about the first one; otherwise 0.
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
    private let steps: [ValueStep]
    private let types: [StoredType]
    /// Of records that are older than the attribute.
    private let defaults: [UInt64]
    /// All ones where a sort descends.
    private let inversions: [UInt64]

    init(_ keys: SortKeys, layout: Layout) throws(StoreError) {
        // No number says where a text stands in the order of a language.
        let attributes = keys.attributes.prefix(min(2, keys.plainCount))
        var steps: [ValueStep] = []
        do throws(OperandError) {
            for attribute in attributes { steps.append(try ValueStep(attribute, layout)) }
        } catch {
            throw StoreError(error)
        }
        self.steps = steps
        types = attributes.map(\.type)
        defaults = attributes.map { OrderKey.key($0.valueOfOlderRecords) }
        inversions = keys.isAscending.prefix(2).map { $0 ? 0 : .max }
    }

    @inline(__always)
    func prefix(of found: FoundRecord, in source: some RecordSource) throws -> SortPrefix {
        if steps.isEmpty { return SortPrefix(first: 0, second: 0) }
        let first = try key(0, of: found, in: source)
        var prefix = SortPrefix(first: first ^ inversions[0], second: 0)
        if steps.count > 1, OrderKey.isExact(first, of: types[0]) {
            prefix.second = try key(1, of: found, in: source) ^ inversions[1]
        }
        return prefix
    }

    /// Whether an object comes behind a place for certain. Reads no more of it than that takes.
    @inline(__always)
    func isBehind(
        _ place: SortPrefix, _ found: FoundRecord, in source: some RecordSource
    ) throws -> Bool {
        if steps.isEmpty { return false }
        let key = try key(0, of: found, in: source)
        let first = key ^ inversions[0]
        if first != place.first { return first > place.first }
        guard steps.count > 1, OrderKey.isExact(key, of: types[0]) else { return false }
        return try self.key(1, of: found, in: source) ^ inversions[1] > place.second
    }

    @inline(__always)
    private func key(
        _ place: Int, of found: FoundRecord, in source: some RecordSource
    ) throws -> UInt64 {
        if case .constant = steps[place] { return defaults[place] }
        return try steps[place].orderKey(found, in: source)
    }
}
