/// The names that are attributes before a colon, as in `title:swift`.
public enum SearchAttributes: Sendable, Hashable {
    /// All names: for queries in the source of a program. A name that no attribute has is an error
    /// when the query is used.
    case any
    /// Some names. Any other word before a colon is a word, or an error if the text is read
    /// strictly.
    case named([String])

    /// No name: all words before colons are words.
    public static let none = SearchAttributes.named([])
}
