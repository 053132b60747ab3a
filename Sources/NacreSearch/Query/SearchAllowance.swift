/// The words of a query, counted against the limits.
struct SearchAllowance {
    private var words = 0
    private var prefixes = 0
    private var fuzzyWords = 0

    /// Counts a word, prefix, fuzzy word or phrase.
    /// - Parameters:
    ///   - text: The text of the query, for errors.
    ///   - position: The place of the part.
    mutating func count(
        _ part: SearchPart, text: String? = nil, position: Int = 0
    ) throws(SearchQueryError) {
        words += max(1, Self.words(in: part.text ?? ""))
        switch part {
        case .prefix: prefixes += 1
        case .fuzzy(let text): fuzzyWords += max(1, Self.words(in: text))
        default: break
        }
        if words > SearchLimits.wordsMax { throw .tooManyWords(text: text, position: position) }
        if prefixes > SearchLimits.prefixesMax {
            throw .tooManyPrefixes(text: text, position: position)
        }
        if fuzzyWords > SearchLimits.fuzzyWordsMax {
            throw .tooManyFuzzyWords(text: text, position: position)
        }
    }

    /// Returns the number of words, as white space separates them.
    static func words(in text: String) -> Int {
        var count = 0
        var isInWord = false
        for scalar in text.unicodeScalars {
            let isSpace = SearchText.isWhiteSpace(scalar)
            if !isSpace, !isInWord { count += 1 }
            isInWord = !isSpace
        }
        return count
    }
}
