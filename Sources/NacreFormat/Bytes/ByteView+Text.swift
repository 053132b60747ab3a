/// Operations for text: tests for ASCII and other ranges, equality, and conversion to a string.
extension ByteView {
    /// Whether every byte is ASCII and none is a carriage return. Each byte is then a Character of
    /// its own: in ASCII only CR and LF join into one.
    package var isPlainASCII: Bool {
        var offset = 0
        while offset <= count - 8 {
            let word = load(UInt64.self, at: offset)
            // A byte of `other` is zero if there is a CR. In ASCII, where no byte has its top bit
            // set, the subtraction that finds zero bytes has no false positives.
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

    /// Whether all scalars of the text are below U+0300: ASCII, precomposed Latin letters, and so
    /// on. None of them changes in NFC, whatever is next to it, so the bytes are the text's NFC
    /// already. In UTF-8 these are the texts without a byte of 0xCC or more.
    ///
    /// - Parameter count: The number of bytes to test; the others are ignored.
    @inlinable @inline(__always)
    package func isBeforeMarks(_ count: Int) -> Bool {
        guard count >= 8 else { return Self.isBeforeMarks(leadingWord(count)) }
        var found: UInt64 = 0
        var offset = 0
        while offset < count - 8 {
            found |= Self.largeBytes(load(UInt64.self, at: offset))
            offset += 8
        }
        // The last eight bytes, some of which may have been tested already.
        found |= Self.largeBytes(load(UInt64.self, at: count - 8))
        return found & 0x8080_8080_8080_8080 == 0
    }

    /// Whether all bytes of a word are below 0xCC.
    @inlinable @inline(__always)
    package static func isBeforeMarks(_ word: UInt64) -> Bool {
        largeBytes(word) & 0x8080_8080_8080_8080 == 0
    }

    /// Sets the top bit of each byte that is 0xCC or more: its own top bit is set, and adding the
    /// distance from 0xCC to 0x100 to the lower bits reaches the top bit. No sum carries into the
    /// next byte.
    @inlinable @inline(__always)
    static func largeBytes(_ word: UInt64) -> UInt64 {
        word & ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x3434_3434_3434_3434)
    }

    /// Returns the first bytes as a big-endian number, followed by zeros.
    /// - Parameter count: The number of bytes: 0 to 8, and at most those there are.
    @inlinable @inline(__always)
    package func leadingWord(_ count: Int) -> UInt64 {
        // Loaded as two halves, which may overlap.
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

    /// Whether the bytes are UTF-8 of scalars that are all below U+0300, without a carriage return.
    /// Each scalar is then a Character of its own, however the text is spelled: none joins the
    /// previous one, and none has another spelling.
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
    /// `String(validating:)` would do this in one call, but takes three times as long on short
    /// strings.
    @inlinable @inline(__always)
    package var string: String? {
        isASCII ? asciiString : stringBeyondASCII
    }
}
