/// The text form of values, for people.
enum ValueText {
    /// Returns the text of a value, without the word Optional.
    static func of(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return "\(value)" }
        return mirror.children.first.map { of($0.value) } ?? "nil"
    }
}
