/// What was found so far, of which only the first ones in the order are wanted: many more are never
/// kept, and a page of a million objects takes the memory of two pages.
struct FirstMatches {
    struct Match {
        let key: SortKey
        let found: FoundRecord
    }

    private let keys: SortKeys
    /// What does not come behind it is not wanted.
    private let after: SortKey?
    /// Nil for all.
    private let wanted: Int?
    private var matches: [Match] = []
    /// The last one that is wanted, as far as is known: what comes behind it is not.
    private var last: SortKey?

    init(_ keys: SortKeys, after: SortKey? = nil, wanted: Int?) {
        self.keys = keys
        self.after = after
        self.wanted = wanted
    }

    mutating func add(_ key: SortKey, _ found: FoundRecord) {
        if let last, !keys.precedes(key, last) { return }
        if let after, !keys.precedes(after, key) { return }
        matches.append(Match(key: key, found: found))
        guard let wanted, matches.count >= 2 * max(wanted, 32) else { return }
        cut(to: wanted)
        last = matches.last?.key
    }

    private mutating func cut(to count: Int) {
        matches.sort { keys.precedes($0.key, $1.key) }
        if matches.count > count { matches.removeSubrange(count...) }
    }

    /// In order.
    mutating func sorted() -> [Match] {
        cut(to: wanted ?? .max)
        return matches
    }
}
