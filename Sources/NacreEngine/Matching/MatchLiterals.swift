import NacreFormat
internal import NacreSearch

/// The values that a compiled filter compares with, if they do not fit into its steps.
struct MatchLiterals: Sendable {
    /// A string: its bytes and their properties.
    struct Text: Sendable {
        let bytes: Range<Int>
        let isASCII: Bool
        /// Whether it has no scalar from U+0300 on and no carriage return. Each scalar is then a
        /// Character.
        let isPlain: Bool
        /// Whether ``TextSearch`` can search for it: it is plain, not empty, and begins with no LF.
        let isSearchable: Bool
        /// Whether some of its bytes equal scalars that are not ASCII: see ``TextSearch``.
        let hasTwin: Bool
    }

    /// A list of strings for a membership test.
    struct TextList: Sendable {
        /// The bytes of the ASCII strings, sorted, without duplicates.
        let ascii: [Range<Int>]
        /// All strings of the list.
        let strings: Set<String>

        /// Whether some strings are not ASCII. These can still equal ASCII text: U+212A equals "K".
        var hasOthers: Bool { strings.count > ascii.count }
    }

    private(set) var bytes: [UInt8] = []
    private(set) var texts: [Text] = []
    /// The texts as Strings, in the order of `texts`.
    private(set) var strings: [String] = []
    private(set) var textLists: [TextList] = []
    private(set) var data: [Range<Int>] = []
    private(set) var arrays: [[Value]] = []
    private(set) var uuids: [UUIDValue] = []
    private(set) var decimals: [DecimalValue] = []
    private(set) var patterns: [TextPattern] = []
    private(set) var innerTests: [InnerMatcher] = []
    private(set) var valueTests: [ValueMatcher] = []
    private(set) var pairs: [PairMatcher] = []
    /// The integer lists, each in ascending order.
    private(set) var integerLists: [[Int64]] = []
    /// The UUID lists, each in ascending order.
    private(set) var uuidLists: [[UUIDValue]] = []

    private(set) var lookups: [ValueLookup] = []
    private(set) var rowSets: [NacreSearch.RowSet] = []

    // Each method returns the number of the added literal.

    mutating func add(_ text: String) -> Int {
        let utf8 = Array(text.utf8)
        let (isASCII, isPlain) = utf8.withView { ($0.isASCII, $0.isPlainBeforeMarks) }
        let isSearchable = isPlain && !utf8.isEmpty && utf8[0] != UInt8(ascii: "\n")
        texts.append(
            Text(
                bytes: append(utf8), isASCII: isASCII, isPlain: isPlain,
                isSearchable: isSearchable, hasTwin: utf8.contains(where: TextSearch.isTwin)))
        strings.append(text)
        return texts.count - 1
    }

    mutating func add(_ bytes: [UInt8]) -> Int {
        data.append(append(bytes))
        return data.count - 1
    }

    mutating func add(_ array: [Value]) -> Int {
        arrays.append(array)
        return arrays.count - 1
    }

    mutating func add(_ pattern: TextPattern) -> Int {
        patterns.append(pattern)
        return patterns.count - 1
    }

    mutating func add(_ test: InnerMatcher) -> Int {
        innerTests.append(test)
        return innerTests.count - 1
    }

    mutating func add(_ test: ValueMatcher) -> Int {
        valueTests.append(test)
        return valueTests.count - 1
    }

    mutating func add(_ pair: PairMatcher) -> Int {
        pairs.append(pair)
        return pairs.count - 1
    }

    mutating func add(_ uuid: UUIDValue) -> Int {
        uuids.append(uuid)
        return uuids.count - 1
    }

    mutating func add(_ decimal: DecimalValue) -> Int {
        decimals.append(decimal)
        return decimals.count - 1
    }

    mutating func add(_ lookup: ValueLookup) -> Int {
        lookups.append(lookup)
        return lookups.count - 1
    }

    mutating func add(_ rows: NacreSearch.RowSet) -> Int {
        rowSets.append(rows)
        return rowSets.count - 1
    }

    mutating func add(list: [Int64]) -> Int {
        integerLists.append(list.sorted())
        return integerLists.count - 1
    }

    mutating func add(list: [UUIDValue]) -> Int {
        uuidLists.append(list.sorted())
        return uuidLists.count - 1
    }

    mutating func add(list: [String]) -> Int {
        let strings = Set(list)
        let ascii = Set(list.filter { $0.utf8.allSatisfy { $0 < 0x80 } })
        let sorted = ascii.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        var places: [Range<Int>] = []
        for bytes in sorted { places.append(append(bytes)) }
        textLists.append(TextList(ascii: places, strings: strings))
        return textLists.count - 1
    }

    private mutating func append(_ new: [UInt8]) -> Range<Int> {
        bytes += new
        return bytes.count - new.count..<bytes.count
    }
}
