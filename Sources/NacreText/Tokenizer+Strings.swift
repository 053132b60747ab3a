/// Terms as strings, for queries and tests.
extension Tokenizer {
    /// Returns the terms of a text, in order.
    package func terms(of text: String) -> [String] {
        var terms: [String] = []
        forEachTerm(in: text) { term, _ in terms.append(term) }
        return terms
    }

    /// Calls a closure with each term of a text, and its place in the text's UTF-8.
    package func forEachTerm(
        in text: String, _ body: (_ term: String, _ place: TermPlace) -> Void
    ) {
        let bytes = Array(text.utf8)
        forEachTerm(in: bytes.span) { body($0.string, $1) }
    }

    /// Returns the terms that a text containing this one has, at positions with the same
    /// differences: a query for several terms is a phrase.
    ///
    /// Of an identifier it returns the whole only. A stretch of a script without spaces gives its
    /// pairs; one of a single character gives a prefix, which matches wherever the character is.
    /// The same goes for texts shorter than a trigram.
    package func queryTerms(of text: String) -> [QueryTerm] {
        var terms: [QueryTerm] = []
        var lastGramEnd: Int?
        forEachTerm(in: text) { term, place in
            // The tails after a gram or a longer tail are in it.
            let isCovered = place.kind == .tail && lastGramEnd == place.range.upperBound
            let isGram = place.kind == .gram || place.kind == .tail
            lastGramEnd = isGram ? place.range.upperBound : nil
            if place.kind == .part || isCovered { return }
            terms.append(
                QueryTerm(
                    text: term, position: place.position, range: place.range,
                    isPrefix: place.kind == .tail))
        }
        return terms
    }
}
