import NacreText
import Testing

/// Unicode's own cases. The exceptions that ``Tokenizer/words`` lists are applied to their results.
@Suite struct WordBreakTests {
    private typealias Segment = [Unicode.Scalar]

    @Test func `words are the segments of Unicode's test cases, apart from our exceptions`() throws
    {
        var count = 0
        for line in try TestData.lines(of: "WordBreakTest.txt") {
            let segments = line.split(separator: "|").map { TestData.scalars($0) }
            if segments.joined().contains(where: isInScriptWithoutSpaces) { continue }
            count += 1
            let text = String(String.UnicodeScalarView(segments.joined()))
            let ranges = Tokenizer.words.found(in: text).map(\.place.range)
            #expect(ranges == expected(segments), "\(line)")
        }
        #expect(count > 1_500)
    }

    /// Returns the ranges in UTF-8 of the segments that have a term.
    private func expected(_ segments: [Segment]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var offset = 0
        for piece in segments.flatMap(split) {
            let length = String(String.UnicodeScalarView(piece)).utf8.count
            // Pictographs of a sequence are shown as emoji.
            let isSequence = piece.contains("\u{200D}")
            let start = piece.firstIndex {
                isContent($0) || (isSequence && $0.properties.generalCategory == .otherSymbol)
            }
            if let start {
                let skipped = String(String.UnicodeScalarView(piece[..<start])).utf8.count
                ranges.append(offset + skipped..<offset + length)
            }
            offset += length
        }
        return ranges
    }

    /// Splits a segment at apostrophes, full stops, colons and connectors. Marks stay with them.
    private func split(_ segment: Segment) -> [Segment] {
        var pieces: [Segment] = [[]]
        for scalar in segment {
            if isSplitter(scalar) {
                pieces.append([scalar])
            } else if let before = pieces.last?.first, isSplitter(before), !isMark(scalar) {
                pieces.append([scalar])
            } else {
                pieces[pieces.count - 1].append(scalar)
            }
        }
        return pieces
    }

    private func isSplitter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "'", "\u{2018}", "\u{2019}", "\u{2BC}", "\u{FF07}", ".", "\u{2024}", "\u{FE52}",
            "\u{FF0E}", ":", "\u{FE13}", "\u{FE55}", "\u{FF1A}", "\u{202F}":
            true
        default: scalar.properties.generalCategory == .connectorPunctuation
        }
    }

    private func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format: true
        default: scalar.properties.isEmojiModifier
        }
    }

    private func isContent(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if isMark(scalar) { return properties.isEmojiModifier }
        return properties.isAlphabetic || properties.numericType != nil
            || properties.isEmojiPresentation || scalar.value >= 0x1F000
    }

    private func isInScriptWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x30FF, 0x3400...0x9FFF, 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF,
            0xAC00...0xD7FF, 0x1100...0x11FF:
            true
        default: false
        }
    }
}
