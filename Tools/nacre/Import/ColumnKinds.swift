internal import NacreFormat

/// What was seen of the values of one attribute of a file, the stored type that follows from it,
/// and why numbers are not stored as one might expect.
struct ColumnKinds {
    /// A text of the file and the line of its object.
    private struct Example {
        let text: String
        let line: Int
        let reason: String

        /// As messages show it: not all of a long one.
        var shown: String {
            let cut = text.prefix(40)
            return "'\(cut)\(cut.endIndex < text.endIndex ? "..." : "")'"
        }
    }

    private var kinds: ValueKinds = []
    /// The types that hold every number.
    private var types = NumberTypes.all
    /// Whether each value is a number, or is spelled like one.
    private var isOfNumbers = true
    /// The first number that is no int64.
    private var notInteger: Example?
    /// The first number that a double would not give back as it is.
    private var notDouble: Example?
    /// The first number that left no type for all numbers.
    private var unfit: Example?
    /// The first text that is spelled like a number and must stay as it is.
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
        if isFirstRespelled { notDouble = example("would be spelled otherwise by a double") }
        if isUnfit { unfit = example("has digits that no type of numbers keeps for all of them") }
    }

    /// Adds the text of a file without types.
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

    /// The narrowest type that loses nothing of the values.
    /// - Parameter isUntyped: whether the values were texts, so that a string always holds them;
    ///   otherwise only JSON holds values of mixed kinds.
    func storedType(isUntyped: Bool) -> StoredType {
        if kinds.isEmpty { return .string }
        if kinds == .bool { return .scalar(.bool) }
        if kinds.isSubset(of: [.integer, .fraction]), let numberType {
            return .scalar(numberType)
        }
        return isUntyped || kinds == .string ? .string : .json
    }

    /// The first that holds all numbers, if there are no other values.
    private var numberType: ScalarType? {
        if types.contains(.int64) { return .int64 }
        // Without a fraction, a larger integer is more likely a name than an amount.
        guard kinds.contains(.fraction) else { return nil }
        if types.contains(.double) { return .double }
        if types.contains(.decimal) { return .decimal }
        return types.contains(.respelledDouble) ? .double : nil
    }

    /// Why an attribute of numbers has its type, if that is neither int64 nor a double that gives
    /// back each of them as it was.
    /// - Parameter name: of the attribute.
    /// - Returns: a sentence and its line.
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
