/// The terms of a query, to find those that a term of a text matches.
struct QueryTermTable {
    /// A sequence of bytes, and the terms of the query that have it.
    private struct Entry {
        let bytes: [UInt8]
        var exact: Int?
        var prefix: Int?
    }

    /// Sorted by their bytes.
    private var entries: [Entry] = []
    /// The lengths of prefixes, each once.
    private var prefixLengths: [Int] = []
    /// The first bytes of all entries.
    private var firstBytes = [Bool](repeating: false, count: 256)
    /// The terms that the last term of the text matches.
    private(set) var matches: [(term: Int, matchedCount: Int)] = []
    private var fuzzy: [(term: Int, matcher: FuzzyMatcher)] = []

    /// Makes a table of different terms, which get their offsets as numbers.
    init(_ terms: [SearchedTerm]) {
        for (number, term) in terms.enumerated() {
            switch term.match {
            case .exact: insert(Entry(bytes: term.bytes, exact: number))
            case .prefix: insert(Entry(bytes: term.bytes, prefix: number))
            case .fuzzy(let edits):
                let edits = min(max(edits, 0), FuzzyMatcher.editsMax)
                fuzzy.append((number, FuzzyMatcher(term: term.bytes, edits: edits)))
            }
        }
        entries.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let lengths = entries.filter { $0.prefix != nil }.map(\.bytes.count)
        prefixLengths = Set(lengths).sorted()
    }

    private mutating func insert(_ entry: Entry) {
        guard let first = entry.bytes.first else { return }
        firstBytes[Int(first)] = true
        guard let index = entries.firstIndex(where: { $0.bytes == entry.bytes }) else {
            return entries.append(entry)
        }
        entries[index].exact = entry.exact ?? entries[index].exact
        entries[index].prefix = entry.prefix ?? entries[index].prefix
    }

    /// Finds the number of each term that a term of a text matches, and the number of bytes that
    /// are alike.
    mutating func match(_ bytes: Span<UInt8>) {
        matches.removeAll(keepingCapacity: true)
        for index in fuzzy.indices where fuzzy[index].matcher.distance(of: bytes) != nil {
            matches.append((fuzzy[index].term, bytes.count))
        }
        guard bytes.count > 0, firstBytes[Int(bytes[0])] else { return }
        if let term = entry(of: bytes, count: bytes.count)?.exact {
            matches.append((term, bytes.count))
        }
        for length in prefixLengths {
            if length > bytes.count { break }
            if let term = entry(of: bytes, count: length)?.prefix { matches.append((term, length)) }
        }
    }

    /// Returns the entry whose bytes are the first of a term.
    private func entry(of bytes: Span<UInt8>, count: Int) -> Entry? {
        var lower = 0
        var upper = entries.count
        while lower < upper {
            let middle = (lower + upper) / 2
            let order = Self.order(of: entries[middle].bytes, bytes, count)
            if order == 0 { return entries[middle] }
            if order < 0 { lower = middle + 1 } else { upper = middle }
        }
        return nil
    }

    /// Returns a number below 0 if an array comes before the first bytes of a span, 0 if it is
    /// equal, and else a number above.
    private static func order(of left: [UInt8], _ right: Span<UInt8>, _ count: Int) -> Int {
        for index in 0..<min(left.count, count) where left[index] != right[index] {
            return Int(left[index]) - Int(right[index])
        }
        return left.count - count
    }
}
