/// Parses strings. Strings without escapes are made directly from the text's bytes; others are
/// assembled first. UTF-8 is checked once, when the String is made.
extension JSONParser {
    /// Reads a string, starting at its opening quote.
    @inline(__always)
    mutating func parseString() throws(JSONError) -> String {
        let start = position + 1
        let end = input.endOfPlainText(from: start)
        guard input.byte(at: end) == UInt8(ascii: "\"") else {
            return try parseEscapedString(start: start, plainEnd: end)
        }
        guard let text = input.string(from: start, to: end) else {
            throw invalidUTF8(from: start, to: end)
        }
        position = end + 1
        return text
    }

    @inline(never)
    private mutating func parseEscapedString(
        start: Int, plainEnd: Int
    ) throws(JSONError) -> String {
        isPlain = false
        unescaped.removeAll(keepingCapacity: true)
        input.append(from: start, to: plainEnd, to: &unescaped)
        position = plainEnd
        while !take(UInt8(ascii: "\"")) {
            guard position < input.count else { throw unexpected(.endOfString) }
            guard take(UInt8(ascii: "\\")) else {
                throw JSONError(offset: position, reason: .controlCharacter(peek))
            }
            try parseEscape()
            let end = input.endOfPlainText(from: position)
            input.append(from: position, to: end, to: &unescaped)
            position = end
        }
        // An escape yields whole characters, so the assembled bytes are UTF-8 exactly if the text
        // between the quotes is. If it is not, making the string repairs it.
        let text = String(decoding: unescaped, as: UTF8.self)
        guard text.utf8.elementsEqual(unescaped) else {
            throw invalidUTF8(from: start, to: position - 1)
        }
        return text
    }

    /// Reads the part of an escape after the backslash.
    private mutating func parseEscape() throws(JSONError) {
        guard position < input.count else { throw unexpected(.escape) }
        let letter = peek
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(letter)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"): return try parseUnicodeEscape()
        default: throw JSONError(offset: position, reason: .unknownEscape(letter))
        }
        position += 1
    }

    /// Reads an escape, starting at its `u`, and a second one if the first is a high surrogate.
    private mutating func parseUnicodeEscape() throws(JSONError) {
        let start = position - 1
        let first = try parseHexUnit()
        var value = UInt32(first)
        if UTF16.isLeadSurrogate(first) {
            guard take(UInt8(ascii: "\\")), peek == UInt8(ascii: "u") else {
                if position == input.count { throw unexpected(.hexDigit) }
                throw JSONError(offset: start, reason: .unpairedSurrogate(first))
            }
            let second = try parseHexUnit()
            guard UTF16.isTrailSurrogate(second) else {
                throw JSONError(offset: start, reason: .unpairedSurrogate(first))
            }
            value = 0x1_0000 + (value - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw JSONError(offset: start, reason: .unpairedSurrogate(first))
        }
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// Reads `u` and four hexadecimal digits.
    private mutating func parseHexUnit() throws(JSONError) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit = peek
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(digit - 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(digit - 0x57)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(digit - 0x37)
            default: throw unexpected(.hexDigit)
            }
            position += 1
        }
        return unit
    }

    /// Returns the error for the first byte of a range that starts no character.
    @inline(never)
    private func invalidUTF8(from start: Int, to end: Int) -> JSONError {
        var parser = Unicode.UTF8.ForwardParser()
        var source = (start..<end).lazy.map(input.byte(at:)).makeIterator()
        var offset = start
        while case .valid(let character) = parser.parseScalar(from: &source) {
            offset += character.count
        }
        return JSONError(offset: offset, reason: .invalidUTF8(input.byte(at: offset)))
    }
}
