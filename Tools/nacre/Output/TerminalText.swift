/// Text out of a store or a file, made fit to be shown: what could command the terminal, hide
/// itself or turn the reading order around is shown as its number instead.
enum TerminalText {
    /// On one line, whatever stands in it.
    static func escaped(_ text: String) -> String {
        // Most text has nothing to escape, and a look at its bytes tells.
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

    /// Each line of a text that the tool itself has broken into lines.
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
        // Line and paragraph separator, and interlinear annotations.
        case 0x2028, 0x2029, 0xFFF9...0xFFFB: true
        // Characters that show nothing, so that two texts that look the same are not: of zero
        // width, tags, and variation selectors. And those of the reading direction.
        default: scalar.properties.isDefaultIgnorableCodePoint || isOfDirection(scalar)
        }
    }

    /// Marks, embeddings, overrides and isolates of the reading direction.
    private static func isOfDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
