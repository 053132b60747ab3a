/// A query as a tree. ``SearchQuery`` makes it in normal form, so that its text gives it again:
/// 1. `all` and `any` have at least two parts, none of them of the same kind, and none empty.
/// 2. `not` and `within` contain no empty part, and none of their own kind.
/// 3. A `word` is one that its text gives back (see ``SearchText/isPlain(_:)``). Other texts are
///    phrases.
/// 4. `near` has at least two parts, which are words, prefixes, fuzzy words and phrases.
package indirect enum SearchPart: Sendable, Hashable {
    case word(String)
    /// A word, or a phrase whose last word is a prefix.
    case prefix(String)
    case fuzzy(String)
    case phrase(String)
    case near([SearchPart], distance: Int)
    case all([SearchPart])
    case any([SearchPart])
    case not(SearchPart)
    /// A part in one attribute.
    case within(String, SearchPart)

    /// A part that matches nothing and excludes nothing.
    static let empty = SearchPart.phrase("")

    var isEmpty: Bool { self == .phrase("") }

    /// Whether it has a word that may be written otherwise.
    var hasFuzzyWord: Bool {
        switch self {
        case .fuzzy: true
        case .word, .prefix, .phrase: false
        case .near(let parts, _), .all(let parts), .any(let parts):
            parts.contains(where: \.hasFuzzyWord)
        case .not(let part), .within(_, let part): part.hasFuzzyWord
        }
    }

    /// The number of words, as white space separates them.
    var wordCount: Int {
        switch self {
        case .word(let text), .prefix(let text), .fuzzy(let text), .phrase(let text):
            SearchAllowance.words(in: text)
        case .near(let parts, _), .all(let parts), .any(let parts):
            parts.reduce(0) { $0 + $1.wordCount }
        case .not(let part), .within(_, let part): part.wordCount
        }
    }

    /// The text of a word or phrase; nil for other parts.
    var text: String? {
        switch self {
        case .word(let text), .prefix(let text), .fuzzy(let text), .phrase(let text): text
        case .near, .all, .any, .not, .within: nil
        }
    }
}
