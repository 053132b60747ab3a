/// The text that shows a value in a failure message: complete where that is reasonable, and arrays
/// with an element per line when they do not fit into one.
package struct Printed: CustomStringConvertible {
    /// What is longer is cut: nobody reads it, and logs have limits.
    package static let charactersMax = 4000

    package let description: String

    package init<Value>(_ value: Value) {
        var text = String(reflecting: value)
        if text.count > 80, let elements = value as? [Any] {
            let lines = elements.enumerated().map { index, element in
                "    \(index): \(String(reflecting: element))"
            }
            text = "\(elements.count) elements\n" + lines.joined(separator: "\n")
        }
        let cut = text.prefix(Printed.charactersMax)
        description = cut.count == text.count ? text : cut + "... (cut)"
    }
}
