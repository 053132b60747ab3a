/// The text of a snippet while it is made, with the matched words.
struct SnippetText {
    static let ellipsis = "\u{2026}"

    private var text = String.UnicodeScalarView()
    private var size = 0
    private var ranges: [Range<Int>] = []

    mutating func addEllipsis() {
        for scalar in Self.ellipsis.unicodeScalars { append(scalar) }
    }

    /// Adds a piece of a text, with each stretch of white space as one space, and none at the ends.
    /// - Parameters:
    ///   - offset: The offset of the piece in the text.
    ///   - matches: The matched bytes of the text, in order and without overlaps.
    mutating func add(_ piece: Substring, from offset: Int, marking matches: [Range<Int>]) {
        var offset = offset
        var index = matches.partitioningIndex { $0.upperBound > offset }
        var matchStart: Int?
        var hasSpace = false
        let start = size
        for scalar in piece.unicodeScalars {
            let end = offset + UTF8.width(scalar)
            defer { offset = end }
            if SearchText.isWhiteSpace(scalar) {
                hasSpace = size > start
                continue
            }
            while index < matches.count, matches[index].upperBound <= offset {
                close(&matchStart)
                index += 1
            }
            if hasSpace { append(" ") }
            hasSpace = false
            if matchStart == nil, index < matches.count, matches[index].lowerBound < end {
                matchStart = size
            }
            append(scalar)
        }
        close(&matchStart)
    }

    private mutating func close(_ matchStart: inout Int?) {
        if let start = matchStart, start < size { ranges.append(start..<size) }
        matchStart = nil
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        text.append(scalar)
        size += UTF8.width(scalar)
    }

    var snippet: Snippet {
        let text = String(text)
        return Snippet(
            text: text,
            ranges: CharacterBoundaries.ranges(of: ranges, in: text, Array(text.utf8)))
    }
}

extension [Range<Int>] {
    /// Returns the index of the first range that meets a condition, which all later ones meet, too.
    fileprivate func partitioningIndex(where isLate: (Range<Int>) -> Bool) -> Int {
        var lower = 0
        var upper = count
        while lower < upper {
            let middle = (lower + upper) / 2
            if isLate(self[middle]) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }
}
