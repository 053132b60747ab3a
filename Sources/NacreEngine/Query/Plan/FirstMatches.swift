internal import NacreFormat

/// The matches found so far, of which only the first ones in the order are wanted. It never keeps
/// many more than those: a page of a million objects takes the memory of two pages. Comparing a
/// number or two is enough to reject most later matches, without reading their values.
struct FirstMatches {
    private let source: StoreView
    private var keys: SortKeySource
    /// The number of matches wanted; nil for all.
    private var wanted: Int?
    private var matches: [SortedRecord] = []
    /// The keys of the matches, by ``SortedRecord/keyPlace``. Empty if records are compared in
    /// place, which holds for all of them or for none.
    private var madeKeys: [SortKey] = []
    /// The last match that is wanted, as far as is known. Matches after it are not wanted.
    private var last: SortedRecord?
    /// The prefix of `last`. Stored separately, because reading the match for each object would
    /// count references.
    private var lastPrefix: SortPrefix?

    init(_ keys: SortKeys, in source: StoreView, wanted: Int? = nil) throws(StoreError) {
        self.keys = try SortKeySource(keys, in: source)
        self.source = source
        self.wanted = wanted
    }

    /// The minimum for `wanted` when deciding how many to keep: up to twice as many are kept before
    /// the first ones are selected.
    private static var least: Int { 32 }

    /// The number of matches kept.
    var count: Int { matches.count }

    /// The limit for the first number of a prefix: matches above it are not wanted.
    var lastPart: UInt64 { lastPrefix?.first ?? .max }

    /// Removes all matches and starts over.
    mutating func removeAll(wanted: Int?) {
        self.wanted = wanted
        matches.removeAll(keepingCapacity: true)
        madeKeys.removeAll(keepingCapacity: true)
        last = nil
        lastPrefix = nil
    }

    /// Adds some records of a block.
    /// - Parameter first: The ``OrderKey`` of the first sort value, which all of them share, if it
    ///   is known.
    mutating func add(
        _ reader: borrowing BlockReader, _ records: UInt64, first: UInt64? = nil
    ) throws {
        guard let layout = reader.block.layout, let ownKeys = try keys.ownReader(layout) else {
            return try records.forEachBit { try add(reader.found($0)) }
        }
        let prefixes = ownKeys.prefix
        var rest = records
        if let lastPrefix {
            rest = try prefixes.notBehind(lastPrefix, reader, records, first: first, in: source)
        }
        let isKeyNeeded = ownKeys.order == nil
        // Copied once: reading the property for each object would count references.
        let source = source
        try rest.forEachBit { index in
            let found = try reader.found(index)
            if isKeyNeeded { return try add(found) }
            let prefix = try prefixes.prefix(of: found, first: first, in: source)
            try add(KeyedRecord(SortedRecord(prefix: prefix, found: found)))
        }
    }

    mutating func add(_ found: FoundRecord) throws {
        try add(keys.sorted(found))
    }

    /// Adds the matches found among other objects.
    mutating func add(_ others: FirstMatches) throws {
        if matches.isEmpty, wanted == others.wanted { return self = others }
        for match in others.matches { try add(KeyedRecord(match, of: others.madeKeys)) }
    }

    @inline(__always)
    private mutating func add(_ match: KeyedRecord) throws {
        if let lastPrefix {
            guard try match.record.prefix.precedes(lastPrefix) ?? precedesLast(match) else {
                return
            }
        }
        if matches.isEmpty { matches.reserveCapacity(2 * Self.least) }
        matches.append(match.record)
        if let key = match.key { keep(key) }
        guard let wanted, matches.count >= 2 * max(wanted, Self.least) else { return }
        // Not sorted here: that is done once, at the end.
        try keepFirst(wanted)
        last = matches.last
        lastPrefix = last?.prefix
    }

    /// Stores a key.
    /// - Parameter key: The key of the last match.
    private mutating func keep(_ key: SortKey) {
        matches[matches.count - 1].keyPlace = madeKeys.count
        madeKeys.append(key)
    }

    private mutating func precedesLast(_ match: KeyedRecord) throws -> Bool {
        guard let last else { return true }
        return try keys.precedes(match, KeyedRecord(last, of: madeKeys))
    }

    /// Returns the wanted matches in order.
    mutating func sorted() throws -> [FoundRecord] {
        if let wanted, matches.count > wanted { try keepFirst(wanted) }
        try matches.sort(within: source.limit) { try keys.precedes($0, $1, madeKeys) }
        return matches.map(\.found)
    }

    /// Keeps the first `wanted` matches, unordered: selecting is cheaper than sorting all.
    private mutating func keepFirst(_ wanted: Int) throws {
        var pace = ReadPace(source.limit)
        try matches.select(first: wanted) { first, second in
            try pace.step()
            return try keys.precedes(first, second, madeKeys)
        }
        matches.removeSubrange(wanted...)
        guard !madeKeys.isEmpty else { return }
        madeKeys = matches.map { madeKeys[$0.keyPlace] }
        for place in matches.indices { matches[place].keyPlace = place }
    }
}
