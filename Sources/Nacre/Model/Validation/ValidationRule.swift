/// What must hold for the values of an attribute.
struct ValidationRule<Value>: Sendable {
    /// For people: "range 0...150".
    let text: String
    /// Why there can be no such rule, as the end of a sentence; nil if there can.
    var problem: String?
    /// What a value breaks, which is the text in most cases; nil if it breaks nothing.
    let broken: @Sendable (Value) -> String?

    init(_ text: String, _ holds: @escaping @Sendable (Value) -> Bool) {
        self.text = text
        broken = { holds($0) ? nil : text }
    }

    /// - Parameter check: throws what stands for the rule where it is broken.
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

    /// The same rule of values that may be nil, which breaks nothing.
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

/// How ranges are written.
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
