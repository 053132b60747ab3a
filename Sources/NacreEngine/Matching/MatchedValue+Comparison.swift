import NacreFormat

/// A value to compare with, and its text if it is text.
struct InnerLiteral: Sendable {
    let value: Value
    let text: TextLiteral?

    init(_ value: Value) {
        // The text `null` is nil inside JSON.
        self.value = value == .json("null") ? .null : value
        switch self.value {
        case .string(let text), .json(let text): self.text = TextLiteral(text)
        default: text = nil
        }
    }
}

/// Comparisons with Swift's semantics. The literal's type determines how JSON text is read. A value
/// of another type equals nothing and has no order.
extension MatchedValue {
    func compare(
        _ comparison: ComparisonOperator, _ literal: InnerLiteral
    ) throws(Damage) -> Bool {
        if comparison == .notEqual { return !(try compare(.equal, literal)) }
        if isNull || literal.value.isNull {
            return comparison == .equal && isNull && literal.value.isNull
        }
        switch self {
        case .scalar(let value): return value.compare(comparison, literal.value)
        case .json(let text): return try Self.compare(text, comparison, literal)
        case .null, .packed, .keys, .values: return false
        }
    }

    private static func compare(
        _ text: ByteView, _ comparison: ComparisonOperator, _ literal: InnerLiteral
    ) throws(Damage) -> Bool {
        switch literal.value {
        case .string:
            guard let known = literal.text, text[0] == UInt8(ascii: "\"") else { return false }
            return try compare(string: text, comparison, known)
        case .json:
            guard let known = literal.text else { return false }
            return try answer(
                TextMatching.compare(text, comparison, known.known, known.bytes, known.string))
        case .int, .uint, .double, .float:
            guard let number = try number(text), let other = JSONNumber(literal.value) else {
                return false
            }
            return number.compare(comparison, other)
        default:
            let json = try value(of: text)
            guard let type = literal.value.storedType, let value = Value(json, as: type) else {
                return false
            }
            return value.compare(comparison, literal.value)
        }
    }

    /// - Parameter text: The text of a JSON string, with its quotation marks.
    static func compare(
        string text: ByteView, _ comparison: ComparisonOperator, _ literal: TextLiteral
    ) throws(Damage) -> Bool {
        guard let content = try plainContent(of: text) else {
            let order = try string(of: text).order(relativeTo: literal.string)
            return Matcher.compare(order, comparison, 0)
        }
        return try answer(
            TextMatching.compare(content, comparison, literal.known, literal.bytes, literal.string))
    }

    /// - Parameter literal: The literal, already folded.
    func test(_ test: TextCondition, _ literal: TextLiteral) throws(Damage) -> Bool {
        switch self {
        case .json(let text) where text[0] == UInt8(ascii: "\""):
            guard let content = try Self.plainContent(of: text) else {
                return TextMatching.test(
                    try Self.string(of: text).folded(test.options), test.method, literal.string)
            }
            return try Self.answer(
                TextMatching.test(
                    content, test.method, test.options, literal.known, literal.bytes,
                    literal.string))
        default: return false
        }
    }

    /// Returns the value as a string, or nil if it is not a string.
    func string() throws(Damage) -> String? {
        guard case .json(let text) = self, text[0] == UInt8(ascii: "\"") else { return nil }
        return try Self.string(of: text)
    }

    /// Returns the value as a number, or nil if it is not a number.
    func number() throws(Damage) -> JSONNumber? {
        guard case .json(let text) = self else { return nil }
        return try Self.number(text)
    }

    /// Returns the content between the quotation marks, or nil if it has escapes.
    private static func plainContent(of text: ByteView) throws(Damage) -> ByteView? {
        guard text.count >= 2 else { throw Damage() }
        let content = text[1..<text.count - 1]
        for offset in 0..<content.count where content[offset] == UInt8(ascii: "\\") { return nil }
        return content
    }

    private static func string(of text: ByteView) throws(Damage) -> String {
        guard case .string(let string) = try value(of: text) else { throw Damage() }
        return string
    }

    private static func value(of text: ByteView) throws(Damage) -> JSONValue {
        do throws(JSONError) { return try JSONParser.parse(text.bytes) } catch { throw Damage() }
    }

    private static func number(_ text: ByteView) throws(Damage) -> JSONNumber? {
        if let number = JSONNumber(digits: text) { return number }
        return JSONNumber(try value(of: text))
    }

    private static func answer(_ answer: Bool?) throws(Damage) -> Bool {
        guard let answer else { throw Damage() }
        return answer
    }
}
