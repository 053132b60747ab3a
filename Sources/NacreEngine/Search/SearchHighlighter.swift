package import NacreSearch
internal import NacreText

/// Finds the words of a query in the texts of the objects that it matches.
package struct SearchHighlighter: Sendable {
    private let query: CompiledQuery
    private let tokenizer: Tokenizer
    private let fields: [String]

    init(_ query: CompiledQuery, _ tokenizer: Tokenizer, fields: [String]) {
        self.query = query
        self.tokenizer = tokenizer
        self.fields = fields
    }

    /// Returns the part of a text with the most words of the query.
    /// - Parameters:
    ///   - attribute: The name of the attribute that has the text. Parts of the query for other
    ///     attributes do not count.
    ///   - words: The number of words on either side of the middle.
    package func snippet(
        of text: String, _ attribute: String?, around words: Int
    ) -> Snippet {
        highlighter(attribute).snippet(of: text, around: words)
    }

    /// Returns the places of the query's words in a text of an attribute.
    package func ranges(in text: String, _ attribute: String?) -> [Range<String.Index>] {
        highlighter(attribute).ranges(in: text)
    }

    private func highlighter(_ attribute: String?) -> Highlighter {
        let field = attribute.flatMap { fields.firstIndex(of: $0) }
        // In a text that is not searched, the parts for all fields count.
        return Highlighter(query, field: field ?? fields.count, tokenizer)
    }
}
