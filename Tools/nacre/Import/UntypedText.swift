internal import NacreFormat

/// What a text without a type, as a field of a CSV file is, may stand for.
enum UntypedText {
    /// A boolean or a number in the one spelling that JSON has for it, and otherwise the text: so a
    /// zip code with a leading zero, a version number or a date keep all their characters.
    static func value(_ text: String) -> JSONValue {
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return isLikeNumber(text) ? parsed(text) ?? .string(text) : .string(text)
        }
    }

    /// The text as JSON, or nil if it is none.
    static func parsed(_ text: String) -> JSONValue? { try? JSONParser.parse(text) }

    /// A cheap test that keeps most texts, and white space around numbers, from the parser.
    private static func isLikeNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return (isDigit(first) || first == UInt8(ascii: "-")) && isDigit(last)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
