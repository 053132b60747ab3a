internal import NacreFormat

/// What was found so far, of which only the first ones in the order are wanted: many more are never
/// kept, and a page of a million objects takes the memory of two pages. What comes behind those is
/// known by a number or two, without its values.
struct FirstMatches<Source: RecordSource> {
    private var keys: SortKeySource<Source>
    /// Nil for all.
    private var wanted: Int?
    private var matches: [SortedRecord] = []
    /// The last one that is wanted, as far as is known: what comes behind it is not.
    private var last: SortedRecord?
    /// Of that one. By itself, because reading the match for each object would count references.
    private var lastPrefix: SortPrefix?

    init(_ keys: SortKeys, in source: Source, wanted: Int? = nil) throws(StoreError) {
        self.keys = try SortKeySource(keys, in: source)
        self.wanted = wanted
    }

    /// How many are kept.
    var count: Int { matches.count }

    /// Begins again.
    mutating func removeAll(wanted: Int?) {
        self.wanted = wanted
        matches.removeAll(keepingCapacity: true)
        last = nil
        lastPrefix = nil
    }

    /// Adds some records of a block.
    mutating func add(_ reader: borrowing BlockReader<Source>, _ records: UInt64) throws {
        var rest = records
        if let lastPrefix { rest = try keys.notBehind(lastPrefix, reader, records) }
        while rest != 0 {
            try add(reader.found(rest.trailingZeroBitCount))
            rest &= rest &- 1
        }
    }

    mutating func add(_ found: FoundRecord) throws {
        if let lastPrefix, try keys.isBehind(lastPrefix, found) { return }
        let key = try keys.needsKey(found) ? keys.key(of: found) : nil
        let prefix =
            try keys.prefix(of: found)
            ?? keys.keys.prefix(of: key ?? keys.key(of: found))
        let match = SortedRecord(prefix: prefix, key: key, found: found)
        if let last, try !keys.precedes(match, last) { return }
        matches.append(match)
        guard let wanted, matches.count >= 2 * max(wanted, 32) else { return }
        try cut(to: wanted)
        last = matches.last
        lastPrefix = last?.prefix
    }

    private mutating func cut(to count: Int) throws {
        try matches.sort { try keys.precedes($0, $1) }
        if matches.count > count { matches.removeSubrange(count...) }
    }

    /// In order.
    mutating func sorted() throws -> [FoundRecord] {
        try cut(to: wanted ?? .max)
        return matches.map(\.found)
    }
}
