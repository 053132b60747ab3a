/// What text asks of bytes: whether they are ASCII, whether they are equal, the string they are.
extension ByteView {
    /// Whether every byte is ASCII and none a carriage return. Each byte is a Character of its own
    /// then: in ASCII only CR and LF join into one.
    package var isPlainASCII: Bool {
        var offset = 0
        while offset <= count - 8 {
            let word = load(UInt64.self, at: offset)
            // A byte of `other` is zero where there is a CR. In ASCII, where no byte has its top
            // bit, the subtraction that finds zero bytes finds nothing else.
            let other = word ^ 0x0D0D_0D0D_0D0D_0D0D
            let found = word | ((other &- 0x0101_0101_0101_0101) & ~other)
            if found & 0x8080_8080_8080_8080 != 0 { return false }
            offset += 8
        }
        while offset < count {
            let byte = self[offset]
            if byte >= 0x80 || byte == 0x0D { return false }
            offset += 1
        }
        return true
    }

    /// Whether all of the text's scalars come before U+0300: ASCII, Latin letters with marks in
    /// them, and so on. None of those changes in NFC, whatever stands beside it, so the bytes are
    /// the text's NFC already. In UTF-8 these are the texts without a byte of 0xCC or more.
    ///
    /// - Parameter count: how many bytes to look at; the others may be anything.
    @inlinable @inline(__always)
    package func isBeforeMarks(_ count: Int) -> Bool {
        guard count >= 8 else { return Self.isBeforeMarks(leadingWord(count)) }
        var found: UInt64 = 0
        var offset = 0
        while offset < count - 8 {
            found |= Self.largeBytes(load(UInt64.self, at: offset))
            offset += 8
        }
        // The last eight, of which some may have been looked at.
        found |= Self.largeBytes(load(UInt64.self, at: count - 8))
        return found & 0x8080_8080_8080_8080 == 0
    }

    /// The same of the eight bytes of a word.
    @inlinable @inline(__always)
    package static func isBeforeMarks(_ word: UInt64) -> Bool {
        largeBytes(word) & 0x8080_8080_8080_8080 == 0
    }

    /// A byte is too large if it has its top bit and the others reach that bit when what is missing
    /// to 0xCC is added. No sum carries into the next byte.
    @inlinable @inline(__always)
    static func largeBytes(_ word: UInt64) -> UInt64 {
        word & ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x3434_3434_3434_3434)
    }

    /// The first bytes as a number that has them in the order of their weight, and zeros behind
    /// them.
    /// - Parameter count: 0 to 8, and not more than there are.
    @inlinable @inline(__always)
    package func leadingWord(_ count: Int) -> UInt64 {
        // Two halves, which have bytes in common.
        let shift = UInt64(64 &- 8 &* count)
        switch count {
        case 8: return load(UInt64.self, at: 0).byteSwapped
        case 4...:
            let last = UInt64(load(UInt32.self, at: count - 4).byteSwapped)
            return UInt64(load(UInt32.self, at: 0).byteSwapped) << 32 | last << shift
        case 2...:
            let last = UInt64(load(UInt16.self, at: count - 2).byteSwapped)
            return UInt64(load(UInt16.self, at: 0).byteSwapped) << 48 | last << shift
        case 1: return UInt64(self[0]) << 56
        default: return 0
        }
    }

    /// Whether the bytes are UTF-8 of scalars that all come before U+0300, and none of them a
    /// carriage return. Each scalar is a Character of its own then, however the text is spelled:
    /// none joins the one before it, and none has another spelling.
    package var isPlainBeforeMarks: Bool {
        if isPlainASCII { return true }
        var offset = 0
        while offset < count {
            let byte = self[offset]
            offset += 1
            if byte < 0x80 {
                if byte == 0x0D { return false }
                continue
            }
            // Two bytes each.
            guard byte >= 0xC2, byte < 0xCC, offset < count, self[offset] & 0xC0 == 0x80 else {
                return false
            }
            offset += 1
        }
        return true
    }

    package func isEqual(to other: ByteView) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        while offset <= count - 8 {
            if load(UInt64.self, at: offset) != other.load(UInt64.self, at: offset) { return false }
            offset += 8
        }
        while offset < count {
            if self[offset] != other[offset] { return false }
            offset += 1
        }
        return true
    }

    /// The bytes as text, or nil if they are not well-formed UTF-8.
    ///
    /// `String(validating:)` would say this in one call, but takes three times as long on short
    /// strings.
    @inlinable @inline(__always)
    package var string: String? {
        isASCII ? asciiString : stringBeyondASCII
    }
}
