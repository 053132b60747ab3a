internal import NacreEngine

// Rules for values. An object that breaks a rule is not stored: the call that would store it throws
// `invalidObject`, whose violations are all broken rules of all objects of the call. Stored objects
// can be read even if they break a rule, so a rule can be added at any time. Nil breaks no rule,
// but `validated(by:)` passes it to its function.

extension AttributeOption where Value: Comparable & Sendable {
    /// Requires a value in a range: `.range(0...)`.
    /// - Parameter range: Any range of Swift.
    public static func range(_ range: some RangeExpression<Value> & Sendable) -> Self {
        Self(kind: .rule(ValidationRule(range)))
    }
}

extension AttributeOption {
    /// Requires nil or a value in a range.
    /// - Parameter range: Any range of Swift.
    public static func range<Wrapped: Comparable & Sendable>(
        _ range: some RangeExpression<Wrapped> & Sendable
    ) -> Self where Value == Wrapped? {
        Self(kind: .rule(ValidationRule<Wrapped>(range).ofOptional))
    }

    /// Requires nil or a value whose number of Characters or elements is in a range.
    /// - Parameter range: The range of the number.
    public static func length<Wrapped: Collection & Sendable>(
        _ range: some RangeExpression<Int> & Sendable
    ) -> Self where Value == Wrapped? {
        Self(kind: .rule(ValidationRule<Wrapped>(length: range).ofOptional))
    }

    /// Requires a value that a function accepts. If the function throws, its error is the text of
    /// the violation.
    /// - Parameter check: Throws an error for a value that must not be stored.
    public static func validated(by check: @escaping @Sendable (Value) throws -> Void) -> Self {
        Self(kind: .rule(ValidationRule(throwing: check)))
    }
}

extension AttributeOption where Value: Collection & Sendable {
    /// Requires a value whose number of Characters or elements is in a range: `.length(1...80)`.
    /// - Parameter range: The range of the number.
    public static func length(_ range: some RangeExpression<Int> & Sendable) -> Self {
        Self(kind: .rule(ValidationRule(length: range)))
    }
}

extension AttributeOption where Value == String {
    /// Requires a value in which a regular expression matches somewhere:
    /// `.matching("^[A-Z]{2}$")`.
    /// - Parameter pattern: A pattern as in filters (`matches(_:ignoringCase:)`). If it is invalid,
    ///   opening a store throws `schemaMismatch`.
    public static func matching(_ pattern: String) -> Self {
        Self(kind: .rule(ValidationRule(pattern: pattern)))
    }
}

extension AttributeOption where Value == String? {
    /// Requires nil or a value in which a regular expression matches somewhere.
    /// - Parameter pattern: A pattern as in filters (`matches(_:ignoringCase:)`). If it is invalid,
    ///   opening a store throws `schemaMismatch`.
    public static func matching(_ pattern: String) -> Self {
        Self(kind: .rule(ValidationRule<String>(pattern: pattern).ofOptional))
    }
}

extension ValidationRule where Value: Collection & Sendable {
    init(length range: some RangeExpression<Int> & Sendable) {
        self.init("length \(RangeText.of(range))") { range.contains($0.count) }
    }
}

extension ValidationRule where Value == String {
    init(pattern: String) {
        do throws(StoreError) {
            let compiled = try TextPattern(parsing: pattern)
            self.init("matching \(pattern)") { compiled.matches($0) }
        } catch {
            self.init("matching \(pattern)") { _ in false }
            problem = "has a rule that cannot be checked. \(error.message)"
        }
    }
}
