/// A value that a filter tests.
package struct ValuePlace: Sendable {
    package let attribute: String
    /// The steps from the attribute's value to a value inside it.
    package let steps: [InnerValue]

    init(_ attribute: String, _ steps: [InnerValue] = []) {
        self.attribute = attribute
        self.steps = steps
    }
}
