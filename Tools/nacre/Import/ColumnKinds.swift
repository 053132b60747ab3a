internal import NacreExchangeCore
internal import NacreFormat

/// The values seen so far of one attribute of a file, the stored type that follows from them, and
/// the reason if numbers are not stored as the user might expect.
struct ColumnKinds {
    /// A text of the file, and the line of its object.
    private struct Example {
        let text: String
        let line: Int
        let reason: String

        /// The text for messages, shortened if it is long.
        var shown: String {
            let cut = text.prefix(40)
            return "'\(cut)\(cut.endIndex < text.endIndex ? "..." : "")'"
        }
    }

    private var kinds: ValueKinds = []
    /// The types that hold every number.
    private var types = NumberTypes.all
    /// Whether each value is a number, or is spelled like a number.
    private var isOfNumbers = true
    /// The first number that is not an int64.
    private var notInteger: Example?
    /// The first number that a double would not give back unchanged.
    private var notDouble: Example?
    /// The first number after which no type holds all numbers.
    private var unfit: Example?
    /// The first text that is spelled like a number and must stay a text.
    private var numberText: Example?

    mutating func add(_ value: JSONValue, line: Int) {
        kinds.formUnion(ValueKinds(value))
        guard let kept = NumberTypes(value) else {
            if !value.isNull { isOfNumbers = false }
            return
        }
        types.formIntersection(kept)
        let isFirstOther = notInteger == nil && !kept.contains(.int64)
        let isFirstRespelled = notDouble == nil && !kept.contains(.double)
        let isUnfit = unfit == nil && types.isEmpty
        guard isFirstOther || isFirstRespelled || isUnfit else { return }
        func example(_ reason: String) -> Example {
            Example(text: Self.text(value), line: line, reason: reason)
        }
        if isFirstOther { notInteger = example("is outside of the range of int64") }
        if isFirstRespelled { notDouble = example("would be spelled differently as a double") }
        if isUnfit { unfit = example("has digits that no number type keeps for all values") }
    }

    /// Adds a text of a file without types.
    mutating func add(text: String, line: Int) {
        let value = UntypedText.value(text)
        guard value.asString != nil, let reason = UntypedText.reasonForText(text) else {
            return add(value, line: line)
        }
        kinds.insert(.string)
        if numberText == nil { numberText = Example(text: text, line: line, reason: reason) }
    }

    private static func text(_ number: JSONValue) -> String {
        switch number {
        case .integer(let number): String(number)
        case .double(let number): number.description
        case .number(let text): text
        default: ""
        }
    }

    /// Returns the narrowest type that keeps all values exactly.
    /// - Parameter isUntyped: Whether the values were texts, so that a string always holds them.
    ///   Otherwise only JSON holds values of mixed kinds.
    func storedType(isUntyped: Bool) -> StoredType {
        if kinds.isEmpty { return .string }
        if kinds == .bool { return .scalar(.bool) }
        if kinds.isSubset(of: [.integer, .fraction]), let numberType {
            return .scalar(numberType)
        }
        return isUntyped || kinds == .string ? .string : .json
    }

    /// The first type that holds all numbers, if there are no other values.
    private var numberType: ScalarType? {
        if types.contains(.int64) { return .int64 }
        // Without a fraction, a larger integer is more likely a name than an amount.
        guard kinds.contains(.fraction) else { return nil }
        if types.contains(.double) { return .double }
        if types.contains(.decimal) { return .decimal }
        return types.contains(.respelledDouble) ? .double : nil
    }

    /// Returns the reason for the type of an attribute of numbers, if the type is neither int64 nor
    /// a double that gives each number back unchanged.
    /// - Parameter name: The attribute's name.
    /// - Returns: A sentence and the line that it concerns.
    func note(name: String, type: StoredType) -> (text: String, line: Int)? {
        guard isOfNumbers else { return nil }
        let example: Example? =
            switch type {
            case .scalar(.decimal): notDouble
            case .scalar(.double): types.contains(.double) ? nil : notDouble
            case .string, .json: numberText ?? unfit ?? notInteger
            default: nil
            }
        return example.map { example in
            (
                "'\(name)' is stored as \(type.name): \(example.shown) \(example.reason).",
                example.line
            )
        }
    }
}
