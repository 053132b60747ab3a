/// A text that was read from a file.
struct NamedText {
    let name: String
    let text: String

    /// Whether both peers split the text into the same words: it is ASCII, and has no digits with a
    /// comma or a semicolon between them. Unicode's rules, which Nacre follows, keep 1,000 in one
    /// piece.
    var isPlain: Bool {
        var (last, beforeLast): (UInt8, UInt8) = (0, 0)
        for byte in text.utf8 {
            guard byte < 0x80 else { return false }
            if Self.isDigit(byte), Self.isDigit(beforeLast),
                last == UInt8(ascii: ",") || last == UInt8(ascii: ";")
            {
                return false
            }
            (beforeLast, last) = (last, byte)
        }
        return name.utf8.allSatisfy { $0 < 0x80 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
