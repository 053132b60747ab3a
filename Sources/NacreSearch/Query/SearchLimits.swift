/// Bounds of queries and snippets. A query beyond one of them is an error, lenient or not.
package enum SearchLimits {
    /// Maximum length of a query's text, in bytes.
    package static let textSizeMax = 1 << 16
    /// Maximum number of words, those of phrases included.
    package static let wordsMax = 256
    /// Maximum number of parentheses, exclusions and names of attributes around a word. In a debug
    /// build, this depth needs up to 160 KB of stack, and threads have 512 KB.
    package static let depthMax = 32
    /// Maximum number of prefixes (`ind*`).
    package static let prefixesMax = 32
    /// Maximum number of fuzzy words (`swfit~`). Each walks a part of the dictionary.
    package static let fuzzyWordsMax = 16
    /// Maximum number of words between the parts of `near`.
    package static let distanceMax = 1000
    /// Number of words between the parts of `near` if the query gives none.
    package static let distanceDefault = 10
    /// Maximum number of terms that the words are split into.
    package static let termsMax = 1024

    /// Least number of characters of a fuzzy word that is not exact.
    package static let fuzzyLengthMin = 3
    /// Least number of characters of a fuzzy word that matches within two edits.
    package static let twoEditsLengthMin = 8

    /// Maximum number of words on either side of a snippet's middle.
    package static let snippetWordsMax = 1000
    /// Maximum length of a snippet for each of its words, in bytes. A text without spaces can have
    /// words of any length.
    package static let snippetWordSizeMax = 64

    /// Returns the number of edits within which a fuzzy word of some characters matches.
    package static func edits(forLength length: Int) -> Int {
        length < fuzzyLengthMin ? 0 : length < twoEditsLengthMin ? 1 : 2
    }
}
