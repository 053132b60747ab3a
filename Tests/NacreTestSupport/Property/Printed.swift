/// The text of a value in a failure message: complete if that is reasonable. An array that does not
/// fit into one line has one element per line.
package struct Printed: CustomStringConvertible {
    /// The maximum length: longer texts are cut, because logs have limits.
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
