internal import NacreFormat

/// What was found so far, of which only the first ones in the order are wanted: many more are never
/// kept, and a page of a million objects takes the memory of two pages. What comes behind those is
/// known by a number or two, without its values.
struct FirstMatches {
    private let source: StoreView
    private var keys: SortKeySource
    /// Nil for all.
    private var wanted: Int?
    private var matches: [SortedRecord] = []
    /// Theirs, by ``SortedRecord/keyPlace``. Empty if records are compared where they stand, which
    /// is so for all of them or for none.
    private var madeKeys: [SortKey] = []
    /// The last one that is wanted, as far as is known: what comes behind it is not.
    private var last: SortedRecord?
    /// Of that one. By itself, because reading the match for each object would count references.
    private var lastPrefix: SortPrefix?

    init(_ keys: SortKeys, in source: StoreView, wanted: Int? = nil) throws(StoreError) {
        self.keys = try SortKeySource(keys, in: source)
        self.source = source
        self.wanted = wanted
    }

    /// However few are wanted, twice as many as these are kept before it is looked which they are.
    private static var least: Int { 32 }

    /// How many are kept.
    var count: Int { matches.count }

    /// What comes behind it by the first number of a prefix is not wanted.
    var lastPart: UInt64 { lastPrefix?.first ?? .max }

    /// Begins again.
    mutating func removeAll(wanted: Int?) {
        self.wanted = wanted
        matches.removeAll(keepingCapacity: true)
        madeKeys.removeAll(keepingCapacity: true)
        last = nil
        lastPrefix = nil
    }

    /// Adds some records of a block.
    /// - Parameter first: the ``OrderKey`` of what all of them are sorted by first, if it is known.
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
        // Taken out once: reading it for each object would count references.
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

    /// Adds what was found of other objects.
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
        // Not sorted: that is done once, at the end.
        try keepFirst(wanted)
        last = matches.last
        lastPrefix = last?.prefix
    }

    /// - Parameter key: of the last match.
    private mutating func keep(_ key: SortKey) {
        matches[matches.count - 1].keyPlace = madeKeys.count
        madeKeys.append(key)
    }

    private mutating func precedesLast(_ match: KeyedRecord) throws -> Bool {
        guard let last else { return true }
        return try keys.precedes(match, KeyedRecord(last, of: madeKeys))
    }

    /// In order.
    mutating func sorted() throws -> [FoundRecord] {
        if let wanted, matches.count > wanted { try keepFirst(wanted) }
        try matches.sort { try keys.precedes($0, $1, madeKeys) }
        return matches.map(\.found)
    }

    /// In no order: that of a part takes less than that of all.
    private mutating func keepFirst(_ wanted: Int) throws {
        try matches.select(first: wanted) { try keys.precedes($0, $1, madeKeys) }
        matches.removeSubrange(wanted...)
        guard !madeKeys.isEmpty else { return }
        madeKeys = matches.map { madeKeys[$0.keyPlace] }
        for place in matches.indices { matches[place].keyPlace = place }
    }
}
