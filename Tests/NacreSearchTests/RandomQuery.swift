import NacreSearch

/// Random queries and texts of queries, the same for each seed.
struct RandomQuery {
    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func number(below bound: Int) -> Int {
        Int(random.next(upTo: UInt64(bound - 1)))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    private static let pieces = [
        "a", "swift", "STORE", "\u{DF}", "e\u{301}", "\u{301}", "\u{4E2D}\u{6587}", "1", "_", ".",
        "'", ",", "-", "--", "(", ")", "\"", "\u{201C}", "\u{BB}", "*", "~", "~2", ":", "`", " ",
        "\n", "\t", "\u{3000}", "OR", "NOT", "AND", "near", "near(", "\u{5D0}\"\u{5D1}", "\u{0}",
        "\\", "title", "title:", "||", "&&", "\u{1F468}\u{200D}\u{1F469}", "\r\n", "5", "",
    ]

    mutating func text() -> String {
        (0..<(1 + number(below: 4))).map { _ in pick(Self.pieces) }.joined()
    }

    /// Makes a text of pieces that have a meaning in queries, in any order.
    mutating func queryText() -> String {
        (0..<number(below: 24)).map { _ in pick(Self.pieces) + pick(["", " "]) }.joined()
    }

    private mutating func name() -> String {
        pick(["title", "body", "author.name", "home town", "a`b", "", "OR", "near", "\u{E9}", "-"])
    }

    private mutating func queries(_ levels: Int) -> [SearchQuery] {
        (0..<number(below: 4)).map { _ in query(levels: levels - 1) }
    }

    mutating func query(levels: Int = 5) -> SearchQuery {
        switch number(below: levels > 0 ? 10 : 4) {
        case 0: return .word(text())
        case 1: return .prefix(text())
        case 2: return .fuzzy(text())
        case 3: return .phrase(text())
        case 4:
            let texts = (0..<number(below: 4)).map { _ in text() }
            return .near(texts, within: number(below: 20))
        case 5: return .not(query(levels: levels - 1))
        case 6: return .within(name(), query(levels: levels - 1))
        case 7: return .any(queries(levels))
        case 8:
            let parts = (0..<3).map { _ in query(levels: 0).part }
            return .near(parts: parts, distance: number(below: 20))
        default: return .all(queries(levels))
        }
    }
}
