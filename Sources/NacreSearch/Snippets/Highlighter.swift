package import NacreText

/// Finds the words of a text that a query matches, and makes snippets of them. It marks
/// - the terms of the query, also by their beginning or with edits, and
/// - the words of a phrase, or of phrases near one another, only where all of it is.
///
/// Excluded parts and parts in other fields are not marked. Time is linear in the length of the
/// text.
package struct Highlighter: Sendable {
    private let plan: HighlightPlan
    private let tokenizer: Tokenizer

    /// - Parameter field: The number of the field that the texts are of.
    package init(_ query: CompiledQuery, field: Int, _ tokenizer: Tokenizer) {
        plan = HighlightPlan(query, field: field)
        self.tokenizer = tokenizer
    }

    /// Returns the bytes of the matched words, in order. Overlapping ones are one range.
    package func ranges(in text: Span<UInt8>) -> [Range<Int>] {
        var ranges = MergedRanges()
        forEachMatch(in: text) { ranges.append($0.range) }
        return ranges.merged()
    }

    /// Returns the matched words, in order. Each range has whole characters.
    package func ranges(in text: String) -> [Range<String.Index>] {
        let bytes = Array(text.utf8)
        return CharacterBoundaries.ranges(of: ranges(in: bytes.span), in: text, bytes)
    }

    private func forEachMatch(in text: Span<UInt8>, _ body: (HighlightMatch) -> Void) {
        if plan.terms.isEmpty { return }
        var scanner = MatchScanner(plan, tokenizer)
        tokenizer.forEachTerm(in: text) { scanner.add($0, $1, of: text, body) }
    }

    /// Returns the piece of a text that has the most different terms of the query, and of several
    /// such pieces the first one. Without any term it is the beginning of the text.
    /// - Parameter words: The number of words on either side of the middle of the piece. Characters
    ///   count as words in scripts without spaces.
    package func snippet(of text: String, around words: Int) -> Snippet {
        let words = min(max(words, 0), SearchLimits.snippetWordsMax)
        let bytes = Array(text.utf8)
        let positions = positions(in: bytes.span, size: 2 * words + 1)
        var piece = SnippetPiece(bytes, positions)
        var matches = MergedRanges()
        var scanner = MatchScanner(plan, tokenizer)
        let end = positions.upperBound + scanner.delayMax
        tokenizer.forEachTerm(in: bytes.span) { term, place in
            piece.add(place)
            if plan.terms.isEmpty || place.position > end { return }
            scanner.add(term, place, of: bytes.span) { match in
                if positions.contains(match.position) { matches.append(match.range) }
            }
        }
        return piece.snippet(of: text, marking: matches.merged())
    }

    /// Returns the positions of the words of a snippet.
    /// - Parameter size: The number of words.
    private func positions(in text: Span<UInt8>, size: Int) -> ClosedRange<Int> {
        var scanner = MatchScanner(plan, tokenizer)
        var window = SnippetWindow(
            size: size, delayMax: scanner.delayMax, termsCount: plan.terms.count)
        var last = 0
        tokenizer.forEachTerm(in: text) { term, place in
            last = place.position
            if plan.terms.isEmpty || window.isBest { return }
            scanner.add(term, place, of: text) { window.add($0) }
        }
        window.finish()
        let best = window.best ?? 0...0
        let others = size - best.count
        let before = window.best == nil ? 0 : others / 2
        let start = max(0, min(best.lowerBound - before, last - size + 1))
        return start...(start + size - 1)
    }
}
