internal import NacreEngine

/// The coding of an attribute's stages without the type of its values, for predicates, whose values
/// have no static type. All methods throw if a value is of another type, or if the stages do not
/// keep what the test needs.
protocol AnyStagedCoding: Sendable {
    /// Returns a comparison with a value.
    func comparison(_ comparison: ComparisonOperator, _ value: Any) throws -> FilterExpression
    /// Returns a test of a range.
    /// - Parameters:
    ///   - bounds: The bounds, before the stages.
    ///   - make: Makes the range from the stored bounds.
    func range(
        _ bounds: [Any], _ make: ([StoredForm]) -> FilterRange
    ) throws -> FilterExpression
    /// Returns a test of text.
    func text(_ method: TextCondition.Method, _ part: Any) throws -> FilterExpression
}
