/// A value that a filter tests.
package struct ValuePlace: Sendable {
    package let attribute: String
    /// From the attribute's value to one that stands inside of it.
    package let steps: [InnerValue]

    init(_ attribute: String, _ steps: [InnerValue] = []) {
        self.attribute = attribute
        self.steps = steps
    }
}
