/// A query for full-text search: words, phrases, and how they are combined. It is made from a text
/// that a user types, or from parts:
///
///     let typed = try SearchQuery("swift \"append only\" -sql index*")
///     let built: SearchQuery = .all(
///         .word("swift"), .phrase("append only"), .not(.word("sql")), .prefix("index"))
///
/// Both are equal, and `description` is a text that gives an equal query. Words are compared after
/// the index has folded them: case never matters, and accents only if the index keeps them.
///
/// A query without any word matches nothing.
public struct SearchQuery: Sendable, Hashable {
    package let part: SearchPart

    package init(part: SearchPart) {
        self.part = part
    }

    /// A query that matches nothing.
    static let empty = SearchQuery(part: .empty)

    var isEmpty: Bool { part.isEmpty }

    /// The number of words, as white space separates them.
    package var wordCount: Int { part.wordCount }

    /// Whether it has a word that may be written otherwise.
    package var hasFuzzyWord: Bool { part.hasFuzzyWord }
}

// Words

extension SearchQuery {
    /// Matches texts with a word. A text of several words is the phrase of them.
    public static func word(_ text: String) -> SearchQuery {
        SearchQuery(part: SearchText.isPlain(text) ? .word(text) : .phrase(text))
    }

    /// Matches texts with a word that begins so. Of several words, which are a phrase, the last one
    /// is a beginning.
    public static func prefix(_ text: String) -> SearchQuery {
        SearchQuery(part: text.isEmpty ? .empty : .prefix(text))
    }

    /// Matches texts with a word that differs by one edit at most, or by two if it has at least
    /// eight characters. An edit inserts, deletes or replaces a character, or swaps two neighbours.
    /// Words of one or two characters match exactly.
    public static func fuzzy(_ text: String) -> SearchQuery {
        SearchQuery(part: text.isEmpty ? .empty : .fuzzy(text))
    }

    /// Matches texts with words in this order, without others between them.
    public static func phrase(_ text: String) -> SearchQuery {
        SearchQuery(part: .phrase(text))
    }

    /// Matches texts with all words or phrases, in any order, in one attribute.
    /// - Parameter distance: The greatest number of other words between the first and the last.
    public static func near(_ texts: String..., within distance: Int) -> SearchQuery {
        near(texts, within: distance)
    }

    /// Matches texts with all words or phrases, in any order, in one attribute.
    /// - Parameter distance: The greatest number of other words between the first and the last.
    public static func near(_ texts: [String], within distance: Int) -> SearchQuery {
        near(parts: texts.map { word($0).part }, distance: distance)
    }

    /// Matches texts with all parts, which are words, prefixes, fuzzy words and phrases.
    package static func near(parts: [SearchPart], distance: Int) -> SearchQuery {
        let parts = parts.filter { !$0.isEmpty }
        guard parts.count > 1 else { return SearchQuery(part: parts.first ?? .empty) }
        return SearchQuery(part: .near(parts, distance: distance))
    }
}

// Combinations

extension SearchQuery {
    /// Matches texts that match every query.
    public static func all(_ queries: SearchQuery...) -> SearchQuery { all(queries) }

    /// Matches texts that match every query. Without any it matches nothing.
    public static func all(_ queries: [SearchQuery]) -> SearchQuery {
        let parts = queries.flatMap { query in
            if case .all(let parts) = query.part { parts } else { [query.part] }
        }.filter { !$0.isEmpty }
        guard parts.count > 1 else { return SearchQuery(part: parts.first ?? .empty) }
        return SearchQuery(part: .all(parts))
    }

    /// Matches texts that match some of the queries.
    public static func any(_ queries: SearchQuery...) -> SearchQuery { any(queries) }

    /// Matches texts that match some of the queries. Without any it matches nothing.
    public static func any(_ queries: [SearchQuery]) -> SearchQuery {
        let parts = queries.flatMap { query in
            if case .any(let parts) = query.part { parts } else { [query.part] }
        }.filter { !$0.isEmpty }
        guard parts.count > 1 else { return SearchQuery(part: parts.first ?? .empty) }
        return SearchQuery(part: .any(parts))
    }

    /// Matches texts that do not match the query. A query without words excludes nothing.
    public static func not(_ query: SearchQuery) -> SearchQuery {
        if query.isEmpty { return .empty }
        if case .not(let part) = query.part { return SearchQuery(part: part) }
        return SearchQuery(part: .not(query.part))
    }

    /// Searches one attribute only. Of `within` in `within`, the inner one counts alone.
    public static func within(_ attribute: String, _ query: SearchQuery) -> SearchQuery {
        if query.isEmpty { return .empty }
        if case .within = query.part { return query }
        return SearchQuery(part: .within(attribute, query.part))
    }
}
