internal import NacreFormat

/// What was found so far, of which only the first ones in the order are wanted: many more are never
/// kept, and a page of a million objects takes the memory of two pages. What comes behind those is
/// known by a number or two, without its values.
struct FirstMatches<Source: RecordSource> {
    private struct Match {
        let prefix: SortPrefix
        let key: SortKey
        let found: FoundRecord
    }

    private var keys: SortKeySource<Source>
    /// Nil for all.
    private var wanted: Int?
    private var matches: [Match] = []
    /// The last one that is wanted, as far as is known: what comes behind it is not.
    private var last: Match?
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

    mutating func add(_ found: FoundRecord) throws {
        if let lastPrefix, try keys.isBehind(lastPrefix, found) { return }
        let key = try keys.key(of: found)
        let prefix = try keys.prefix(of: found) ?? keys.keys.prefix(of: key)
        let match = Match(prefix: prefix, key: key, found: found)
        if let last, !Self.precedes(match, last, keys.keys) { return }
        matches.append(match)
        guard let wanted, matches.count >= 2 * max(wanted, 32) else { return }
        cut(to: wanted)
        last = matches.last
        lastPrefix = last?.prefix
    }

    private static func precedes(_ first: Match, _ second: Match, _ keys: SortKeys) -> Bool {
        first.prefix.precedes(second.prefix) ?? keys.precedes(first.key, second.key)
    }

    private mutating func cut(to count: Int) {
        let keys = keys.keys
        matches.sort { Self.precedes($0, $1, keys) }
        if matches.count > count { matches.removeSubrange(count...) }
    }

    /// In order.
    mutating func sorted() -> [FoundRecord] {
        cut(to: wanted ?? .max)
        return matches.map(\.found)
    }
}
