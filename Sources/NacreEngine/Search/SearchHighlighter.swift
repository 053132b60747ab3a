package import NacreFormat
package import NacreSearch
internal import NacreText

/// Finds the words of a query in the texts of the objects that it matches.
package struct SearchHighlighter: Sendable {
    private let query: CompiledQuery
    private let tokenizer: Tokenizer
    private let search: SearchDefinition

    /// - Throws: `unsupportedFormat` if the program does not have the tokenizer.
    init(_ query: CompiledQuery, _ search: SearchDefinition) throws(StoreError) {
        guard let tokenizer = search.tokenizer else { throw search.unknownTokenizer }
        self.query = query
        self.tokenizer = tokenizer
        self.search = search
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

    /// Returns the part of one of several texts with the most words of the query.
    package func snippet(
        of texts: [String], _ attribute: String?, around words: Int
    ) -> Snippet {
        let highlighter = highlighter(attribute)
        var best = BestSnippet()
        for text in texts { best.offer(highlighter.snippet(of: text, around: words)) }
        return best.snippet ?? highlighter.snippet(of: "", around: words)
    }

    /// Returns the part with the most words of the query, of all searched texts of an object.
    /// - Parameters:
    ///   - values: The stored values of the object, one for each attribute of the schema.
    ///   - words: The number of words on either side of the middle.
    package func snippet(
        of values: [Value], _ schema: StoredSchema, around words: Int
    ) -> Snippet {
        var best = BestSnippet()
        for name in search.fields {
            guard let ordinal = schema.ordinal(of: name), ordinal < values.count,
                let form = schema.attributes[ordinal].textForm
            else { continue }
            let highlighter = highlighter(name)
            // A value that was read or written with the schema has the attribute's form.
            try? values[ordinal].withText { bytes in
                guard let bytes else { return }
                try form.forEachText(in: bytes) { text in
                    best.offer(highlighter.snippet(of: text.string ?? "", around: words))
                }
            }
        }
        return best.snippet ?? snippet(of: "", nil, around: words)
    }

    /// Returns the places of the query's words in a text of an attribute.
    package func ranges(in text: String, _ attribute: String?) -> [Range<String.Index>] {
        highlighter(attribute).ranges(in: text)
    }

    private func highlighter(_ attribute: String?) -> Highlighter {
        let field = attribute.flatMap { search.fields.firstIndex(of: $0) }
        // In a text that is not searched, the parts for all fields count.
        return Highlighter(query, field: field ?? search.fields.count, tokenizer)
    }
}
