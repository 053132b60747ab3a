/// How values are shown to people.
enum ValueText {
    /// Without the word Optional.
    static func of(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return "\(value)" }
        return mirror.children.first.map { of($0.value) } ?? "nil"
    }
}
