/// Formats one line of a text with a caret below it that points at a place, for terminals.
package enum CaretLine {
    /// The maximum number of scalars shown on either side of the place.
    private static let shownMax = 70

    package static func text(_ text: String, at scalarOffset: Int) -> String {
        let scalars = text.unicodeScalars
        let place =
            scalars.index(scalars.startIndex, offsetBy: scalarOffset, limitedBy: scalars.endIndex)
            ?? scalars.endIndex
        let before = lineEnding(at: place, of: text)
        let after = lineBeginning(at: place, of: text)
        let columns = before.reduce(0) { $0 + width(of: $1) }
        return before + after + "\n" + String(repeating: " ", count: columns) + "^"
    }

    /// Returns the line up to the place, with a long beginning cut off.
    private static func lineEnding(at place: String.Index, of text: String) -> String {
        var shown: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars[..<place].reversed() {
            if isNewline(scalar) { break }
            if shown.count == shownMax {
                shown += "...".unicodeScalars
                break
            }
            shown.append(visible(scalar))
        }
        return string(shown.reversed())
    }

    private static func lineBeginning(at place: String.Index, of text: String) -> String {
        var shown: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars[place...] {
            if isNewline(scalar) { break }
            if shown.count == shownMax {
                shown += "...".unicodeScalars
                break
            }
            shown.append(visible(scalar))
        }
        return string(shown)
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r"
    }

    /// Returns a scalar to print. Tabs become spaces, so columns can be counted. Scalars that could
    /// control the terminal or change the reading order become replacement characters.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\t" { return " " }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return "\u{fffd}"
        // Directional marks, embeddings, overrides and isolates, and interlinear annotations.
        case .format where properties.isBidiControl: return "\u{fffd}"
        case .format where (0xFFF9...0xFFFB).contains(scalar.value): return "\u{fffd}"
        default: return scalar
        }
    }

    /// Returns the width in columns: East Asian characters and emoji take two, marks without a
    /// letter none.
    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(first) ? 2 : 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
