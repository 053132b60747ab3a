import NacreText

/// The piece of a text that becomes a snippet.
struct SnippetPiece {
    private let bytes: [UInt8]
    private let positions: ClosedRange<Int>
    private var lowerBound: Int?
    private var upperBound = 0
    private var isAtEnd = true

    /// - Parameters:
    ///   - bytes: The UTF-8 of the text.
    ///   - positions: The positions of the words in the piece.
    init(_ bytes: [UInt8], _ positions: ClosedRange<Int>) {
        self.bytes = bytes
        self.positions = positions
    }

    /// Adds a term of the text. Terms are added in order.
    mutating func add(_ place: TermPlace) {
        if place.position > positions.upperBound { isAtEnd = false }
        guard positions.contains(place.position) else { return }
        if lowerBound == nil { lowerBound = place.range.lowerBound }
        upperBound = max(upperBound, place.range.upperBound)
    }

    /// The bytes of the words. At the ends of the text, everything before or after them is part of
    /// the piece.
    private var words: Range<Int> {
        let lower = positions.lowerBound == 0 ? 0 : lowerBound ?? 0
        return lower..<(isAtEnd ? bytes.count : max(upperBound, lower))
    }

    /// Returns the snippet.
    /// - Parameters:
    ///   - text: The text.
    ///   - matches: The matched bytes, in order and without overlaps.
    func snippet(of text: String, marking matches: [Range<Int>]) -> Snippet {
        let words = words
        let sizeMax = positions.count * SearchLimits.snippetWordSizeMax
        let isCut = words.count > sizeMax
        let range = isCut ? cut(words, to: sizeMax, around: matches.first) : words
        var boundaries = CharacterBoundaries(text, bytes)
        let lower = boundaries.around(range.lowerBound)
        let upper = boundaries.around(range.upperBound)
        let isLowerCut = range.lowerBound != words.lowerBound
        let isUpperCut = range.upperBound != words.upperBound
        let start = isLowerCut ? lower.after : lower.before
        let end = isUpperCut ? upper.before : upper.after
        guard start < end, text.utf8.distance(from: start, to: end) <= 2 * sizeMax else {
            return Snippet(text: bytes.isEmpty ? "" : SnippetText.ellipsis, ranges: [])
        }
        var result = SnippetText()
        if start > text.startIndex { result.addEllipsis() }
        let offset = text.utf8.distance(from: text.startIndex, to: start)
        result.add(text[start..<end], from: offset, marking: matches)
        if end < text.endIndex { result.addEllipsis() }
        return result.snippet
    }

    /// Returns a part of a range with a match near its middle.
    private func cut(_ range: Range<Int>, to size: Int, around match: Range<Int>?) -> Range<Int> {
        let wanted = (match?.lowerBound ?? range.lowerBound) - size / 2
        let lower = min(max(range.lowerBound, wanted), range.upperBound - size)
        return lower..<(lower + size)
    }
}
