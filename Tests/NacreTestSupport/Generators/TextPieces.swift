/// The pieces of strings, in order from the simplest, and their frequencies.
///
/// A piece is a single choice. First come the ASCII characters from "a" on, then listed pieces that
/// are known to cause trouble, then every Unicode scalar.
enum TextPieces {
    /// The ASCII characters: letters first, since they are the simplest to look at, and control
    /// characters last.
    static let ascii: [String] = {
        let plain = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let readable = Array(plain.utf8)
        let others = (UInt8(32)...127).filter { !readable.contains($0) } + Array(0..<32)
        return (readable + others).map { String(Unicode.Scalar($0)) }
    }()

    static let scripted: [String] = [
        // Canonically equivalent, with different bytes: composed, then decomposed.
        "\u{e9}", "e\u{301}", "\u{c5}", "A\u{30a}", "\u{212b}", "\u{1e69}", "s\u{323}\u{307}",
        "s\u{307}\u{323}", "\u{ac00}", "\u{1100}\u{1161}",
        // Combining marks, which join the character before them, if there is one.
        "\u{301}", "\u{323}", "\u{20dd}", "\u{fe0f}", "\u{200d}",
        // Emoji of several scalars: skin tone, ZWJ family, flag, keycap.
        "\u{1f600}", "\u{1f44d}\u{1f3fd}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
        "\u{1f1e9}\u{1f1ea}", "1\u{fe0f}\u{20e3}",
        // Right to left, with marks that change the direction.
        "\u{5d0}", "\u{627}\u{644}", "\u{202e}", "\u{200f}",
        // Letters whose case or order depends on the locale.
        "\u{df}", "\u{130}", "\u{131}", "\u{fb01}", "\u{3c2}",
        // The ends of the planes and of the UTF-8 lengths, newlines of two characters, a byte order
        // mark.
        "\u{0}", "\u{7f}", "\u{80}", "\u{7ff}", "\u{800}", "\u{d7ff}", "\u{e000}", "\u{fffd}",
        "\u{ffff}", "\u{10000}", "\u{10ffff}", "\r\n", "\u{2028}", "\u{feff}",
    ]

    static let asciiCodeMax = UInt64(ascii.count - 1)

    static let unicodeCodeMax = firstScalarCode + UInt64(scalarCount - 1)

    static func piece(code: UInt64) -> String {
        if code <= asciiCodeMax { return ascii[Int(code)] }
        if code < firstScalarCode { return scripted[Int(code) - ascii.count] }
        let number = UInt32(code - firstScalarCode)
        // The surrogates are not scalars: the scalars above them move down.
        let scalar = Unicode.Scalar(number < 0xD800 ? number : number + 0x800)
        return scalar.map(String.init) ?? "\u{fffd}"
    }

    /// Returns mostly letters and digits, sometimes any of the 128 characters.
    static func sampleASCII(using random: inout SplitMix64) -> UInt64 {
        random.next(upTo: random.oneIn(4) ? asciiCodeMax : 61)
    }

    static func sampleUnicode(using random: inout SplitMix64) -> UInt64 {
        switch random.next(upTo: 7) {
        case 0...2: return sampleASCII(using: &random)
        case 3...5: return UInt64(ascii.count) + random.next(upTo: UInt64(scripted.count - 1))
        case 6: return firstScalarCode + random.next(upTo: 0xFFF)
        default: return firstScalarCode + random.next(upTo: UInt64(scalarCount - 1))
        }
    }

    private static let firstScalarCode = UInt64(ascii.count + scripted.count)

    private static let scalarCount = 0x11_0000 - 0x800
}
