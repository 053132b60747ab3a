/// A condition that the values of an attribute must meet.
struct ValidationRule<Value>: Sendable {
    /// The text for people, such as "range 0...150".
    let text: String
    /// The reason why the rule is invalid, as the end of a sentence; nil if it is valid.
    var problem: String?
    /// Returns the description of the rule if a value breaks it, usually ``text``; nil if the value
    /// does not.
    let broken: @Sendable (Value) -> String?

    init(_ text: String, _ holds: @escaping @Sendable (Value) -> Bool) {
        self.text = text
        broken = { holds($0) ? nil : text }
    }

    /// - Parameter check: Throws an error for a value that breaks the rule. The error's text
    ///   describes the rule.
    init(throwing check: @escaping @Sendable (Value) throws -> Void) {
        text = "validated"
        broken = { value in
            do {
                try check(value)
                return nil
            } catch {
                return ErrorText.reason(error)
            }
        }
    }

    /// The rule for values that may be nil. Nil does not break it.
    var ofOptional: ValidationRule<Value?> {
        var rule = ValidationRule<Value?>(text: text) { $0.flatMap(broken) }
        rule.problem = problem
        return rule
    }

    private init(text: String, broken: @escaping @Sendable (Value) -> String?) {
        self.text = text
        self.broken = broken
    }
}

/// A rule that an object breaks, before it is known which object it is.
struct BrokenRule {
    let attribute: String?
    let rule: String
    let value: String?
}

extension ValidationRule where Value: Comparable & Sendable {
    init(_ range: some RangeExpression<Value> & Sendable) {
        self.init("range \(RangeText.of(range))") { range.contains($0) }
    }
}

/// The text form of ranges.
enum RangeText {
    static func of<Bound: Comparable>(_ range: some RangeExpression<Bound>) -> String {
        switch range {
        case let range as PartialRangeFrom<Bound>: "\(range.lowerBound)..."
        case let range as PartialRangeThrough<Bound>: "...\(range.upperBound)"
        case let range as PartialRangeUpTo<Bound>: "..<\(range.upperBound)"
        default: "\(range)"
        }
    }
}
