import NacreFormat

/// Tests for prefixes, suffixes and substrings of text in which each scalar is a Character: see
/// `isPlainBeforeMarks`. For the lower-case form, the text must be all ASCII. The callers guarantee
/// this.
enum PlainText {
    static func hasPrefix(_ text: ByteView, _ prefix: ByteView) -> Bool {
        text.count >= prefix.count && text[0..<prefix.count].isEqual(to: prefix)
    }

    static func hasSuffix(_ text: ByteView, _ suffix: ByteView) -> Bool {
        text.count >= suffix.count
            && text[text.count - suffix.count..<text.count].isEqual(to: suffix)
    }

    static func contains(_ text: ByteView, _ part: ByteView) -> Bool {
        text.firstOffset(of: part, from: 0) != nil
    }

    // The tests below use the lower-case form of the text. The other text is already in lower case.

    static func lowercasedHasPrefix(_ text: ByteView, _ prefix: ByteView) -> Bool {
        lowercased(text, equals: prefix, at: 0)
    }

    static func lowercasedHasSuffix(_ text: ByteView, _ suffix: ByteView) -> Bool {
        lowercased(text, equals: suffix, at: text.count - suffix.count)
    }

    static func lowercasedContains(_ text: ByteView, _ part: ByteView) -> Bool {
        text.firstOffset(of: part, from: 0, ignoringCase: true) != nil
    }

    private static func lowercased(
        _ text: ByteView, equals part: ByteView, at start: Int
    ) -> Bool {
        guard start >= 0, start + part.count <= text.count else { return false }
        for offset in 0..<part.count where lowercase(text[start + offset]) != part[offset] {
            return false
        }
        return true
    }

    @inline(__always)
    private static func lowercase(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
