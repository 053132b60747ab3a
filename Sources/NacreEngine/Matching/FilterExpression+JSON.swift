import NacreFormat

extension FilterExpression {
    /// Returns whether a test of a value in JSON text holds for a text.
    /// - Throws: an error if the test is not of a single value.
    package func holds(forJSON text: String) throws -> Bool {
        let test = try InnerMatcher(self)
        return try Array(text.utf8).withView { try test.holds(for: MatchedValue(json: $0)) }
    }
}
