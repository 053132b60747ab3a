internal import NacreFormat

/// Errors that several places report.
extension SearchQueryError {
    static func unknownAttribute(
        _ name: String, among names: [String], text: String? = nil, position: Int = 0
    ) -> SearchQueryError {
        let none = "No attribute can be named here."
        return SearchQueryError(
            "There is no searched attribute \(SearchText.name(name)).",
            suggestion: NameSuggestion.sentence(
                for: name, among: names, spelling: SearchText.name) ?? none,
            kind: .unknownAttribute, text: text, position: position)
    }

    static func tooLarge(
        _ message: String, text: String? = nil, position: Int = 0
    ) -> SearchQueryError {
        SearchQueryError(message, kind: .tooLarge, text: text, position: position)
    }

    static let tooLong = tooLarge("A query has at most \(SearchLimits.textSizeMax) bytes.")

    static func tooDeep(text: String? = nil, position: Int = 0) -> SearchQueryError {
        tooLarge(
            "A query has at most \(SearchLimits.depthMax) levels.", text: text, position: position)
    }

    static func tooManyWords(text: String? = nil, position: Int = 0) -> SearchQueryError {
        tooLarge(
            "A query has at most \(SearchLimits.wordsMax) words.", text: text, position: position)
    }

    static func tooManyPrefixes(text: String? = nil, position: Int = 0) -> SearchQueryError {
        tooLarge(
            "A query has at most \(SearchLimits.prefixesMax) prefixes.", text: text,
            position: position)
    }

    static func tooManyFuzzyWords(text: String? = nil, position: Int = 0) -> SearchQueryError {
        tooLarge(
            "A query has at most \(SearchLimits.fuzzyWordsMax) fuzzy words.", text: text,
            position: position)
    }

    static func tooFar(text: String? = nil, position: Int = 0) -> SearchQueryError {
        tooLarge(
            "The distance in near is 0 to \(SearchLimits.distanceMax) words.", text: text,
            position: position)
    }
}
