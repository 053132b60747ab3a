/// The width of a text in terminal columns, which aligned tables rely on. An estimate, since
/// terminals differ; exact for everything they agree on.
enum DisplayWidth {
    static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // An emoji takes two columns, regardless of the number of its scalars.
            if isEmoji(scalar) || scalar.value == 0xFE0F { return 2 }
            width += of(scalar)
        }
        return width
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x2000 && scalar.properties.isEmojiPresentation
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F: return 1
        // Vowels and final consonants of Korean, which join the preceding syllable.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator,
            .paragraphSeparator:
            return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// The ranges of East Asian Width W and F in Unicode's EastAsianWidth.txt, blocks taken whole.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
            true
        default: false
        }
    }

    /// Returns the beginning of a text, with an ellipsis if something was cut off.
    /// - Parameter width: The maximum width, at least 1.
    static func truncated(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        var result = ""
        var used = 1
        for character in text {
            used += of(character)
            if used > width { break }
            result.append(character)
        }
        return result + "\u{2026}"
    }
}
