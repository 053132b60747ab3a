import NacreText

/// Finds the places in a text that a query matches. The terms of the text are given to it in order;
/// it keeps those that phrases can still need.
///
/// Invariant: the slot at the remainder of a position has the matches of the latest position with
/// that remainder. There are as many slots as the longest phrase has positions.
struct MatchScanner: ~Copyable {
    /// The matches of query terms at one position of the text.
    private struct Slot {
        var position = -1
        var matches: [HighlightMatch] = []
    }

    private let plan: HighlightPlan
    private let tokenizer: Tokenizer
    private var table: QueryTermTable
    /// The phrases that end with a term, or with several at one position, by the term's number.
    private let phrasesByLast: [[Int]]
    private var slots: [Slot]
    /// The latest places of the parts of each `near`.
    private var occurrences: [[PhraseOccurrences]]

    init(_ plan: HighlightPlan, _ tokenizer: Tokenizer) {
        self.plan = plan
        self.tokenizer = tokenizer
        table = QueryTermTable(plan.terms)
        var phrasesByLast = [[Int]](repeating: [], count: plan.terms.count)
        for (number, phrase) in plan.phrases.enumerated() {
            for term in phrase.terms where term.position == phrase.length - 1 {
                phrasesByLast[term.term].append(number)
            }
        }
        self.phrasesByLast = phrasesByLast
        slots = Array(repeating: Slot(), count: plan.phrases.map(\.length).max() ?? 0)
        occurrences = plan.nears.map {
            Array(repeating: PhraseOccurrences(), count: $0.lengths.count)
        }
    }

    /// Calls a closure with the matches that a term of the text completes. Some are reported more
    /// than once.
    mutating func add(
        _ bytes: Span<UInt8>, _ place: TermPlace, of text: Span<UInt8>,
        _ body: (HighlightMatch) -> Void
    ) {
        table.match(bytes)
        for (term, matchedCount) in table.matches {
            var range = place.range
            if place.kind == .gram || place.kind == .tail, matchedCount < bytes.count {
                range = beginning(of: text, range, matching: term)
            }
            let match = HighlightMatch(term: term, position: place.position, range: range)
            if plan.isAlone[term] { body(match) }
            if slots.isEmpty { continue }
            keep(match)
            for number in phrasesByLast[term] {
                complete(plan.phrases[number], match, of: text, body)
            }
        }
    }

    /// Returns the range of the characters of a gram that a prefix has.
    private func beginning(
        of text: Span<UInt8>, _ range: Range<Int>, matching term: Int
    ) -> Range<Int> {
        let count =
            tokenizer == .trigrams
            ? String(decoding: plan.terms[term].bytes, as: UTF8.self).unicodeScalars.count : 1
        var end = range.upperBound
        tokenizer.forEachTerm(in: text.extracting(range)) { _, place in
            if place.position == count { end = range.lowerBound + place.range.lowerBound }
        }
        return range.lowerBound..<end
    }

    /// The greatest number of positions by which a match can be before the term that completes it.
    var delayMax: Int { max(slots.count, plan.nears.map(\.span).max() ?? 0) }

    // Phrases

    private mutating func keep(_ match: HighlightMatch) {
        let index = match.position % slots.count
        if slots[index].position != match.position {
            slots[index].position = match.position
            slots[index].matches.removeAll(keepingCapacity: true)
        }
        slots[index].matches.append(match)
    }

    /// Reports a phrase if all its terms are before the last one.
    private mutating func complete(
        _ phrase: HighlightPlan.Phrase, _ last: HighlightMatch, of text: Span<UInt8>,
        _ body: (HighlightMatch) -> Void
    ) {
        let start = last.position - phrase.length + 1
        var matches: [HighlightMatch] = []
        for (term, position) in phrase.terms {
            guard start >= 0 else { return }
            let slot = slots[(start + position) % slots.count]
            guard slot.position == start + position else { return }
            let count = matches.count
            for match in slot.matches where match.term == term { matches.append(match) }
            if matches.count == count { return }
        }
        join(&matches, of: text)
        guard let (number, part) = phrase.near else {
            for match in matches { body(match) }
            return
        }
        occurrences[number][part].append(matches, from: start)
        reportNear(number, end: last.position + 1, body)
    }

    /// Extends the words of a phrase that only a sign separates, so that "L'Aquila" is marked as a
    /// whole.
    private func join(_ matches: inout [HighlightMatch], of text: Span<UInt8>) {
        for index in matches.indices.dropFirst() {
            let last = matches[index - 1].range
            let match = matches[index]
            guard match.range.lowerBound >= last.upperBound,
                match.range.lowerBound - last.upperBound <= Self.signSizeMax
            else { continue }
            let gap = (last.upperBound..<match.range.lowerBound).map { text[$0] }
            let scalars = String(decoding: gap, as: UTF8.self).unicodeScalars
            if scalars.contains(where: SearchText.isWhiteSpace) { continue }
            matches[index] = HighlightMatch(
                term: match.term, position: match.position,
                range: last.lowerBound..<match.range.upperBound)
        }
    }

    /// Maximum length of the signs that join words, in bytes.
    private static let signSizeMax = 4

    /// Reports the parts of a `near` if they are near one another. All of them end before a
    /// position.
    private mutating func reportNear(
        _ number: Int, end: Int, _ body: (HighlightMatch) -> Void
    ) {
        let start = end - plan.nears[number].span
        for part in occurrences[number].indices { occurrences[number][part].forget(before: start) }
        // Places that begin so late are near one another, one of each part.
        if occurrences[number].contains(where: \.isEmpty) { return }
        for part in occurrences[number].indices { occurrences[number][part].report(body) }
    }
}
