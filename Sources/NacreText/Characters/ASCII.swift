/// The letters and digits of ASCII, one at a time and eight at a time.
enum ASCII {
    static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Returns a word that has the highest bit of each byte that is a letter.
    @inline(__always)
    static func letters(in word: UInt64) -> UInt64 {
        let lower = (word | ones &* 0x20) & ~highBits
        return between(lower, UInt8(ascii: "a"), UInt8(ascii: "z")) & ~word
    }

    /// Returns a word that has the highest bit of each byte that is a digit.
    @inline(__always)
    static func digits(in word: UInt64) -> UInt64 {
        between(word & ~highBits, UInt8(ascii: "0"), UInt8(ascii: "9")) & ~word
    }

    /// Returns the highest bit of each byte of ASCII that is in a range. No sum carries into the
    /// next byte.
    @inline(__always)
    private static func between(_ word: UInt64, _ first: UInt8, _ last: UInt8) -> UInt64 {
        let reachesFirst = word &+ ones &* UInt64(0x80 - first)
        let exceedsLast = word &+ ones &* UInt64(0x7F - last)
        return reachesFirst & ~exceedsLast & highBits
    }

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    @inline(__always)
    static func isWord(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte)
    }

    /// Returns a letter in lower case, and a digit as it is.
    @inline(__always)
    static func lowerCase(_ byte: UInt8) -> UInt8 {
        isLetter(byte) ? byte | 0x20 : byte
    }
}
