extension SearchQuery {
    /// Reads the text of a query.
    ///
    ///     swift store          both words
    ///     swift OR rust        one of them, or both
    ///     swift -sql           without the word sql
    ///     "append only"        the phrase
    ///     ind*                 words that begin so
    ///     swfit~               words with one edit at most
    ///     title:swift          in one attribute, also title:(a b) and title:"a phrase"
    ///     near(a b, 5)         with at most five other words between them
    ///     (a OR b) c           parentheses
    ///
    /// - Parameters:
    ///   - options: `.lenient`, `.strict`, and `.prefixLast` with either.
    ///   - attributes: The names that are attributes before a colon.
    /// - Throws: An error for a lenient text only if it is too large: more than 64 KiB, 256 words,
    ///   32 levels, 32 prefixes, 16 fuzzy words, or a distance above 1000.
    public init(
        _ text: String, _ options: Options = .lenient, attributes: SearchAttributes = .none
    ) throws(SearchQueryError) {
        self = try SearchParser.parse(text, options, attributes)
    }
}

extension SearchQuery: CustomStringConvertible {
    /// A text that gives an equal query, strictly or leniently, if all names are attributes.
    public var description: String { part.queryText ?? "a query of too many levels" }
}

extension SearchQuery: ExpressibleByStringLiteral {
    /// Reads a literal leniently, with any name as an attribute. A literal that is too large is an
    /// error when it is used.
    public init(stringLiteral text: String) {
        self = (try? SearchQuery(text, .lenient, attributes: .any)) ?? .phrase(text)
    }
}

/// The coded form is the text.
extension SearchQuery: Codable {
    /// Reads the text strictly, with any name as an attribute.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(SearchQueryError) {
            self = try SearchQuery(text, .strict, attributes: .any)
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: error.description)
        }
    }

    /// Writes the text. A query that is too large is an error.
    public func encode(to encoder: any Encoder) throws {
        guard let text = part.queryText, text.utf8.count <= SearchLimits.textSizeMax else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "It is too large."))
        }
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
