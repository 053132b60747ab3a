/// A value that does not have the property, and how it came about.
package struct Counterexample<Value> {
    package let value: Value
    package let error: any Error

    /// What was drawn to make it.
    package let choices: Choices

    /// Whether this one is simpler than the other: made of fewer choices, or of as many of which
    /// the first that differs is smaller. Every step of the shrinking goes down this order, hence
    /// it ends.
    func isSimpler(than other: Counterexample) -> Bool {
        choices.isSimpler(than: other.choices)
    }
}

extension Choices {
    var values: [UInt64] { record.map(\.value) }

    func isSimpler(than other: Choices) -> Bool {
        if record.count != other.record.count { return record.count < other.record.count }
        return values.lexicographicallyPrecedes(other.values)
    }
}
