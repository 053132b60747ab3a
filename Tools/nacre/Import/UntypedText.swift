internal import NacreFormat

/// What a text without a type, as a field of a CSV file is, may stand for.
enum UntypedText {
    /// A boolean, or a number whose digits a type of numbers may give back, and otherwise the text:
    /// so a zip code with a leading zero, a telephone number or a date keep all their characters.
    static func value(_ text: String) -> JSONValue {
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return isLikeNumber(text) ? number(text) ?? .string(text) : .string(text)
        }
    }

    /// The text as JSON, or nil if it is none.
    static func parsed(_ text: String) -> JSONValue? {
        try? JSONParser.parseKeepingSpelling(Array(text.utf8)[...])
    }

    /// Why what looks like a number is kept as a text, though a number type may hold its digits.
    static func reasonForText(_ text: String) -> String? {
        guard isLikeNumber(text), number(text) == nil else { return nil }
        var rest = Substring(text)
        if let sign = rest.first, sign == "+" || sign == "-" { rest.removeFirst() }
        var zeros = rest.utf8.prefix { $0 == UInt8(ascii: "0") }.count
        // A zero in front of a point, or alone, is none too many.
        if rest.utf8.dropFirst(zeros).first.map(isDigit) != true { zeros -= 1 }
        if zeros > 0 {
            return parsed(String(rest.dropFirst(zeros))) == nil ? nil : "begins with a zero"
        }
        guard text.utf8.first == UInt8(ascii: "+"), parsed(String(rest)) != nil else { return nil }
        return "begins with a plus sign, as telephone numbers do"
    }

    /// JSON's numbers, and those with a plus sign in front that have a fraction or an exponent.
    private static func number(_ text: String) -> JSONValue? {
        guard text.utf8.first == UInt8(ascii: "+") else { return parsed(text) }
        // A digit behind it, so that "+-1" is none.
        guard text.utf8.dropFirst().first.map(isDigit) == true,
            let unsigned = parsed(String(text.dropFirst())),
            ValueKinds(unsigned) == .fraction
        else { return nil }
        return .number(text)
    }

    /// A cheap test that keeps most texts, and white space around numbers, from the parser.
    private static func isLikeNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, isDigit(last) else {
            return false
        }
        return isDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
