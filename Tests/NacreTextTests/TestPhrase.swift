import NacreText

/// Looks for phrases, as an index would do it.
enum TestPhrase {
    /// Returns whether the terms of a query are in a text, at positions with the same differences.
    static func matches(_ query: String, in text: String, _ tokenizer: Tokenizer) -> Bool {
        let wanted = tokenizer.queryTerms(of: query)
        guard let first = wanted.first else { return false }
        let found = tokenizer.found(in: text)
        return found.contains { start in
            wanted.allSatisfy { term in
                let position = start.place.position + term.position - first.position
                return found.contains {
                    $0.place.position == position
                        && (term.isPrefix
                            ? $0.text.utf8.starts(with: term.text.utf8)
                            : $0.text == ExactText(term.text))
                }
            }
        }
    }
}
