package import NacreFormat

/// Interprets a text without a type, such as a field of a CSV file.
package enum UntypedText {
    /// Returns a boolean, a number whose digits a number type may give back, or else the text
    /// itself. Thus a zip code with a leading zero, a telephone number or a date keeps all its
    /// characters.
    package static func value(_ text: String) -> JSONValue {
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return isLikeNumber(text) ? number(text) ?? .string(text) : .string(text)
        }
    }

    /// Returns the text parsed as JSON, or nil if it is not JSON.
    package static func parsed(_ text: String) -> JSONValue? {
        try? JSONParser.parseKeepingSpelling(Array(text.utf8)[...])
    }

    /// Returns the reason why a text that looks like a number stays a text, though a number type
    /// may hold its digits.
    package static func reasonForText(_ text: String) -> String? {
        guard isLikeNumber(text), number(text) == nil else { return nil }
        var rest = Substring(text)
        if let sign = rest.first, sign == "+" || sign == "-" { rest.removeFirst() }
        var zeros = rest.utf8.prefix { $0 == UInt8(ascii: "0") }.count
        // A zero before a point, or alone, is not superfluous.
        if rest.utf8.dropFirst(zeros).first.map(isDigit) != true { zeros -= 1 }
        if zeros > 0 {
            return parsed(String(rest.dropFirst(zeros))) == nil ? nil : "begins with a zero"
        }
        guard text.utf8.first == UInt8(ascii: "+"), parsed(String(rest)) != nil else { return nil }
        return "begins with a plus sign, as telephone numbers do"
    }

    /// Returns the number if the text is a JSON number, or has a plus sign before a number with a
    /// fraction or an exponent.
    private static func number(_ text: String) -> JSONValue? {
        guard text.utf8.first == UInt8(ascii: "+") else { return parsed(text) }
        // The plus sign must be followed by a digit: "+-1" is not a number.
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
