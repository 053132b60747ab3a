/// A value that does not have the property, and its origin.
package struct Counterexample<Value> {
    package let value: Value
    package let error: any Error

    /// The choices that made the value.
    package let choices: Choices

    /// Whether this counterexample is simpler than the other: made of fewer choices, or of equally
    /// many with a smaller first difference. Every step of the shrinking descends in this order, so
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
