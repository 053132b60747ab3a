/// Makes text of a store or a file safe to print: a character that could command the terminal, hide
/// itself or change the reading order is shown as its number instead.
enum TerminalText {
    /// Returns the text on one line, with all such characters escaped.
    static func escaped(_ text: String) -> String {
        // Most text has nothing to escape, and its bytes show it.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                result.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Escapes each line of a text that the tool itself has broken into lines.
    static func escapedLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { escaped(String($0)) }.joined(separator: "\n")
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16))}"
    }

    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0, DEL and C1: a terminal obeys them.
        case 0x00..<0x20, 0x7F..<0xA0: true
        case 0x20..<0x7F: false
        // Line and paragraph separators, and interlinear annotations.
        case 0x2028, 0x2029, 0xFFF9...0xFFFB: true
        // Invisible characters, which make different texts look alike: characters of zero width,
        // tags and variation selectors. Also those of the reading direction.
        default: scalar.properties.isDefaultIgnorableCodePoint || isOfDirection(scalar)
        }
    }

    /// Whether the scalar is a mark, embedding, override or isolate of the reading direction.
    private static func isOfDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
