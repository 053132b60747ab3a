import NacreFormat

extension Filter {
    /// Whether a test of what stands in JSON text holds for a text.
    /// - Throws: if the test is none of a single value.
    package func holds(forJSON text: String) throws -> Bool {
        let test = try InnerTest(self)
        return try Array(text.utf8).withView { try test.holds(for: MatchedValue(json: $0)) }
    }
}
