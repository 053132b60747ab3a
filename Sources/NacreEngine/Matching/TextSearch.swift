import NacreFormat

/// Searches texts for a part in one pass over their bytes, without making Strings. The answer is
/// that of Swift's String: a part is found if it consists of whole Characters of the text, and
/// canonically equivalent Characters are equal. The bytes decide in these cases:
///
/// - All bytes of the text are ASCII. Each is a Character of its own, except that CR and LF join
///   into one. Parts with a CR, or with an LF in front, are not searched here, so no occurrence
///   begins or ends within such a pair. A part that is not ASCII has scalars from U+0080 to U+02FF,
///   which are not equivalent to any ASCII text, so it is not found.
/// - The part is ASCII, and the text is any UTF-8. If the bytes of the part occur and a Character
///   ends before and after them, the part is found: between two ASCII bytes, a Character always
///   ends. If the part is found, its bytes occur, because the scalars of ``twins`` are the only
///   ones that are equivalent to ASCII text, or become ASCII text in lower case, apart from ASCII
///   itself. (U+0130 becomes a small i with a mark, which is another Character than i.)
///
/// Ignoring case changes nothing in ASCII but the letters, and ignoring diacritics nothing at all.
/// In other text, ignoring diacritics removes scalars, so bytes do not decide then.
enum TextSearch {
    /// The Kelvin sign, the Greek question mark and the Greek varia: they equal K, ; and `.
    private static let twins: [[UInt8]] = [[0xE2, 0x84, 0xAA], [0xCD, 0xBE], [0xE1, 0xBF, 0xAF]]

    /// Returns whether one of the ``twins``, in its own or in lower case, equals an ASCII byte.
    static func isTwin(_ byte: UInt8) -> Bool { [0x4B, 0x6B, 0x3B, 0x60].contains(byte) }

    /// Returns whether a text contains a part.
    /// - Parameters:
    ///   - text: The text's bytes.
    ///   - part: The literal's bytes, folded by the options.
    /// - Returns: nil if the bytes do not decide, or if they are not UTF-8.
    static func contains(
        _ text: ByteView, _ part: ByteView, _ known: MatchLiterals.Text,
        _ options: TextCondition.Options
    ) -> Bool? {
        guard known.isSearchable, known.isASCII || options.isEmpty else { return nil }
        let ignoresCase = options.contains(.caseInsensitive)
        let found = text.search(for: part, ignoringCase: ignoresCase)
        if found.isASCII { return found.offset != nil }
        guard known.isASCII, !options.contains(.diacriticInsensitive), text.isUTF8 else {
            return nil
        }
        // Linear: among bytes that are all ASCII, only the first and the last occurrence have
        // another scalar next to them, so any third one is found.
        var next = found.offset
        while let start = next {
            let end = start + part.count
            if endsCharacter(text, at: start, options), endsCharacter(text, at: end, options) {
                return true
            }
            next = text.firstOffset(of: part, from: start + 1, ignoringCase: ignoresCase)
        }
        return known.hasTwin && hasTwin(text) ? nil : false
    }

    private static func hasTwin(_ text: ByteView) -> Bool {
        twins.contains { twin in twin.withView { text.firstOffset(of: $0, from: 0) != nil } }
    }

    /// Returns whether a Character ends at an offset, before or after which is an ASCII byte of an
    /// occurrence. The scalars next to the offset decide: the rules for joining more than two
    /// scalars apply to pictographs, flags and letters of Indian scripts, none of which is ASCII.
    private static func endsCharacter(
        _ text: ByteView, at offset: Int, _ options: TextCondition.Options
    ) -> Bool {
        guard offset > 0, offset < text.count else { return true }
        guard text[offset - 1] >= 0x80 || text[offset] >= 0x80 else { return true }
        var start = offset - 1
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        var end = offset + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        guard let before = text[start..<offset].string, let after = text[offset..<end].string
        else { return false }
        let (one, other) = (before.folded(options), after.folded(options))
        return (one + other).count == one.count + other.count
    }
}
