/// Walks over the elements of an array or the members of an object in JSON text without making
/// values. It examines brackets, quotes and commas; the text in between may still be no JSON. It
/// ends for any bytes, and reads none outside of them.
package struct JSONScanner {
    private let text: ByteView
    private var position = 0
    private let end: UInt8
    private var isFirst = true

    /// Starts a walk.
    /// - Parameter text: The text of one value.
    /// - Returns: nil if the value is no array or object.
    package init?(_ text: ByteView) {
        self.text = text
        switch text.count > 0 ? text[0] : 0 {
        case UInt8(ascii: "["): end = UInt8(ascii: "]")
        case UInt8(ascii: "{"): end = UInt8(ascii: "}")
        default: return nil
        }
        position = 1
    }

    package var isObject: Bool { end == UInt8(ascii: "}") }

    /// Returns the text of the next element of an array; nil after the last one.
    package mutating func nextElement() throws(JSONError) -> ByteView? {
        try begin() ? try value() : nil
    }

    /// Returns the next member of an object; nil after the last one. The name includes its
    /// quotation marks.
    package mutating func nextMember() throws(JSONError) -> (name: ByteView, value: ByteView)? {
        guard try begin() else { return nil }
        guard peek == UInt8(ascii: "\"") else { throw unexpected(.name) }
        let name = try value()
        skipSpace()
        guard peek == UInt8(ascii: ":") else { throw unexpected(.colon) }
        position += 1
        skipSpace()
        return (name, try value())
    }

    /// Moves past the comma, or past the closing bracket.
    /// - Returns: Whether there is another element.
    private mutating func begin() throws(JSONError) -> Bool {
        skipSpace()
        if peek == end, position < text.count {
            position += 1
            skipSpace()
            guard position == text.count else { throw unexpected(.endOfText) }
            position = text.count - 1
            return false
        }
        if !isFirst {
            guard peek == UInt8(ascii: ",") else {
                throw unexpected(isObject ? .commaOrEndOfObject : .commaOrEndOfArray)
            }
            position += 1
            skipSpace()
        }
        isFirst = false
        return true
    }

    private mutating func value() throws(JSONError) -> ByteView {
        let start = position
        switch peek {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "["), UInt8(ascii: "{"): try skipNested()
        default:
            while position < text.count, !Self.endsScalar(peek) { position += 1 }
            if position == start { throw unexpected(.value) }
        }
        return text[start..<position]
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"),
            UInt8(ascii: "\""), 0...0x20:
            true
        default: false
        }
    }

    private mutating func skipString() throws(JSONError) {
        position += 1
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        throw JSONError(offset: text.count, reason: .unexpectedEnd(expected: .endOfString))
    }

    /// Moves past an array or object. Counts brackets, and so needs no recursion.
    private mutating func skipNested() throws(JSONError) {
        var depth = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""):
                try skipString()
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return }
        }
        throw JSONError(offset: text.count, reason: .unexpectedEnd(expected: .commaOrEndOfArray))
    }

    /// The next byte, 0 at the end.
    private var peek: UInt8 { position < text.count ? text[position] : 0 }

    private mutating func skipSpace() {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private func unexpected(_ expected: JSONError.Expectation) -> JSONError {
        guard position < text.count else {
            return JSONError(offset: text.count, reason: .unexpectedEnd(expected: expected))
        }
        return JSONError(offset: position, reason: .unexpectedByte(peek, expected: expected))
    }
}
