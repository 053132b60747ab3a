internal import NacreFormat
package import NacreSearch
internal import NacreText

extension RecordSource {
    /// Passes on the objects that match a query best, the best one first, with their scores.
    /// - Returns: Finds the words of the query in the objects' texts.
    /// - Throws: `invalidValue` for an unknown search or attribute, or a query that is too large.
    @discardableResult
    package func search(
        _ request: RankedSearch, _ body: (FoundRecord, _ score: Double) throws -> Void
    ) throws -> SearchHighlighter {
        let view = view
        return try view.checked {
            let execution = try SearchExecution(request, in: view)
            for hit in try execution.hits() { try body(hit.record, hit.score) }
            return execution.highlighter
        }
    }

    /// Returns the words of an entity's texts that begin with a text: those that the most objects
    /// have first.
    /// - Parameters:
    ///   - beginning: The beginning of a word, folded like the words of a query. Of several words
    ///     the last one counts.
    ///   - search: The name of the entity's search.
    package func completions(
        of beginning: String, in entity: String, by search: String = "", limit: Int
    ) throws -> [TermCompletion] {
        let view = view
        return try view.checked {
            let definition = try view.definition(entity)
            let reader = try SearchReader(search, of: definition, in: view)
            guard let tokenizer = reader.search.tokenizer else {
                throw reader.search.unknownTokenizer
            }
            guard let term = tokenizer.queryTerms(of: beginning).last?.text else { return [] }
            let bytes = Array(term.utf8)
            let query = CompiledQuery.term(
                SearchedTerm(bytes: bytes, match: .prefix), in: FieldSet.all)
            return try reader.answer(query) { state, _ in
                try state.completions(of: bytes, limit: limit) { try view.limit?.check() }
            }
        }
    }

    /// Returns the texts of an object that a search covers, with the names of their attributes.
    package func searchedTexts(
        of found: FoundRecord, in entity: String, by search: String = ""
    ) throws -> [(attribute: String, text: String)] {
        let definition = try definition(entity)
        let reader = try SearchReader(search, of: definition, in: view)
        let texts = SearchTexts(
            source: view, schema: definition.schema, search: reader.search)
        var all: [(attribute: String, text: String)] = []
        for (field, name) in reader.search.fields.enumerated() {
            try texts.forEachText(of: field, in: found) { bytes in
                let copy = bytes.indices.map { bytes[$0] }
                all.append((name, String(decoding: copy, as: UTF8.self)))
            }
        }
        return all
    }
}
