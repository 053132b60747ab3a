extension Span where Element == UInt8 {
    /// The bytes as a string. Those that are not well-formed UTF-8 are replaced in it.
    var string: String { String(decoding: indices.map { self[$0] }, as: UTF8.self) }

    /// Returns the character at an offset, as a code point, and its number of bytes. A byte that is
    /// not part of well-formed UTF-8 is read as U+FFFD, one byte long.
    @inline(__always)
    func character(at offset: Int) -> (character: UInt32, length: Int) {
        let first = UInt32(self[offset])
        if first < 0x80 { return (first, 1) }
        if first < 0xE0 {
            guard first >= 0xC2, let second = continuation(at: offset + 1) else {
                return (0xFFFD, 1)
            }
            return ((first & 0x1F) << 6 | second, 2)
        }
        guard let second = continuation(at: offset + 1), let third = continuation(at: offset + 2)
        else {
            return (0xFFFD, 1)
        }
        if first < 0xF0 {
            let character = (first & 0x0F) << 12 | second << 6 | third
            let isValid = character >= 0x800 && character >> 11 != 0x1B
            return isValid ? (character, 3) : (0xFFFD, 1)
        }
        guard first < 0xF5, let fourth = continuation(at: offset + 3) else { return (0xFFFD, 1) }
        let character = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
        let isValid = character >= 0x10000 && character < 0x110000
        return isValid ? (character, 4) : (0xFFFD, 1)
    }

    /// Returns the low six bits of a continuation byte, or nil if there is none.
    @inline(__always)
    private func continuation(at offset: Int) -> UInt32? {
        guard offset < count, self[offset] & 0xC0 == 0x80 else { return nil }
        return UInt32(self[offset] & 0x3F)
    }
}
