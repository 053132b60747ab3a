/// The reason why a text is not JSON that the store accepts, and the offset.
package struct JSONError: Error, Sendable, Equatable {
    /// The offset of the offending byte, from 0; the length of the text if it ends too early.
    package let offset: Int
    package let reason: Reason

    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }

    /// The possible defects of a text.
    package enum Reason: Sendable, Equatable {
        case unexpectedEnd(expected: Expectation)
        case unexpectedByte(UInt8, expected: Expectation)
        case byteOrderMark
        case tooDeep(limit: Int)
        case duplicateName(String)
        case invalidUTF8(UInt8)
        case controlCharacter(UInt8)
        case unknownEscape(UInt8)
        case unpairedSurrogate(UInt16)
        case leadingZero
        /// A number with a fraction or an exponent that rounds to infinity. The text may be cut.
        case numberTooLarge(String)
    }

    /// The tokens that the grammar allows at the place of the error.
    package enum Expectation: String, Sendable {
        case value = "a value"
        case valueOrEndOfArray = "a value or ']'"
        case name = "a member name in double quotes"
        case nameOrEndOfObject = "a member name in double quotes or '}'"
        case colon = "':' after a member name"
        case commaOrEndOfObject = "',' or '}'"
        case commaOrEndOfArray = "',' or ']'"
        case digit = "a digit"
        case digitOrSign = "a digit or a sign of the exponent"
        case hexDigit = "four hexadecimal digits after '\\u'"
        case escape = "an escape letter after '\\'"
        case endOfString = "the closing double quote of a string"
        case literal = "one of the words true, false and null"
        case endOfText = "the end of the text after one value"
    }
}

extension JSONError: CustomStringConvertible {
    /// A sentence for people: the offset, the found and the expected content.
    package var description: String { "Invalid JSON at byte \(offset): \(reason)." }
}

extension JSONError.Reason: CustomStringConvertible {
    /// The sentence without its offset and its full stop.
    package var description: String {
        switch self {
        case .unexpectedEnd(let expected):
            "the text ends where \(expected.rawValue) was expected"
        case .unexpectedByte(let byte, let expected):
            "found \(Self.name(of: byte)), expected \(expected.rawValue)"
        case .byteOrderMark:
            "found a UTF-8 byte order mark (EF BB BF), expected a value; remove the mark"
        case .tooDeep(let limit):
            "found arrays and objects nested more than \(limit) deep, expected at most \(limit)"
        case .duplicateName(let name):
            "found the member name \"\(Self.shown(name))\" again, expected each name once"
        case .invalidUTF8(let byte):
            "found \(Self.name(of: byte)) that starts no UTF-8 character, expected UTF-8"
        case .controlCharacter(let byte):
            "found \(Self.name(of: byte)) in a string, expected it escaped as "
                + "'\\u\(Self.hex(UInt32(byte), digits: 4))'"
        case .unknownEscape(let byte):
            "found \(Self.name(of: byte)) after '\\', expected one of \" \\ / b f n r t u"
        case .unpairedSurrogate(let unit):
            "found the surrogate '\\u\(Self.hex(UInt32(unit), digits: 4))' alone, "
                + "expected a high and a low surrogate in pairs"
        case .leadingZero:
            "found a zero before other digits, expected a number without leading zeros"
        case .numberTooLarge(let text):
            "found the number \(text), expected a magnitude below 1.8e308"
        }
    }

    /// Returns a name or text from the input, made short and printable for a message.
    private static func shown(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(60)
        let escaped = start.map { $0.value < 0x20 ? $0.escaped(asASCII: true) : String($0) }
        return escaped.joined() + (start.endIndex == text.endIndex ? "" : "...")
    }

    private static func name(of byte: UInt8) -> String {
        (0x21..<0x7F).contains(byte)
            ? "'\(Unicode.Scalar(byte))'" : "byte 0x\(hex(UInt32(byte), digits: 2))"
    }

    private static func hex(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
