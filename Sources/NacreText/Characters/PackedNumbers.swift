/// Reads the numbers of a generated table: bytes of seven bits, the lowest first, written as
/// characters of six bits.
struct PackedNumbers {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        let characters = Array(text.utf8)
        var bytes = [UInt8](repeating: 0, count: characters.count * 3 / 4)
        var bits: UInt32 = 0
        for index in characters.indices {
            bits = bits << 6 | Self.value(of: characters[index])
            // Of each four characters, the second and later ones complete a byte.
            let bitCount = UInt32(6 - index % 4 * 2)
            if bitCount < 6 {
                bytes[index * 3 / 4] = UInt8(truncatingIfNeeded: bits >> bitCount)
            }
        }
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset >= bytes.count }

    mutating func byte() -> UInt8 {
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func number() -> Int {
        var result = 0
        var shift = 0
        while true {
            let byte = byte()
            result |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
        }
    }

    /// Reads a number whose lowest bit is its sign.
    mutating func signed() -> Int {
        let number = number()
        return number & 1 == 0 ? number >> 1 : ~(number >> 1)
    }

    @inline(__always)
    private static func value(of character: UInt8) -> UInt32 {
        // The values are characters in order, except for the backslash, which a string escapes.
        let code = character == UInt8(ascii: "!") ? UInt8(ascii: "\\") : character
        return UInt32(code &- UInt8(ascii: "?"))
    }
}
