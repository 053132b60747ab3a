internal import NacreEngine

// Rules of values. An object that breaks one is not stored: what would store it throws
// `invalidObject`, whose violations are all rules that are broken, of all objects of the call. What
// is stored already is read whatever it is, so that a rule may come at any time. Nil breaks none.

extension AttributeOption where Value: Comparable & Sendable {
    /// The value lies in a range: `.range(0...)`.
    /// - Parameter range: any of Swift's ranges.
    public static func range(_ range: some RangeExpression<Value> & Sendable) -> Self {
        Self(kind: .rule(ValidationRule(range)))
    }
}

extension AttributeOption {
    /// The value is nil or lies in a range.
    /// - Parameter range: any of Swift's ranges.
    public static func range<Wrapped: Comparable & Sendable>(
        _ range: some RangeExpression<Wrapped> & Sendable
    ) -> Self where Value == Wrapped? {
        Self(kind: .rule(ValidationRule<Wrapped>(range).ofOptional))
    }

    /// The value is nil or has so many Characters or elements.
    /// - Parameter range: of the number.
    public static func length<Wrapped: Collection & Sendable>(
        _ range: some RangeExpression<Int> & Sendable
    ) -> Self where Value == Wrapped? {
        Self(kind: .rule(ValidationRule<Wrapped>(length: range).ofOptional))
    }

    /// A function takes the value, and throws where it must not be; what it throws is the text of
    /// the violation.
    /// - Parameter check: throws for what cannot be stored.
    public static func validated(by check: @escaping @Sendable (Value) throws -> Void) -> Self {
        Self(kind: .rule(ValidationRule(throwing: check)))
    }
}

extension AttributeOption where Value: Collection & Sendable {
    /// The value has so many Characters or elements: `.length(1...80)`.
    /// - Parameter range: of the number.
    public static func length(_ range: some RangeExpression<Int> & Sendable) -> Self {
        Self(kind: .rule(ValidationRule(length: range)))
    }
}

extension AttributeOption where Value == String {
    /// A regular expression matches somewhere in the value: `.matching("^[A-Z]{2}$")`.
    /// - Parameter pattern: as filters take it (`matches(_:ignoringCase:)`). If it is wrong,
    ///   opening a store throws `schemaMismatch`.
    public static func matching(_ pattern: String) -> Self {
        Self(kind: .rule(ValidationRule(pattern: pattern)))
    }
}

extension AttributeOption where Value == String? {
    /// The value is nil, or a regular expression matches somewhere in it.
    /// - Parameter pattern: as filters take it (`matches(_:ignoringCase:)`). If it is wrong,
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
