/// The layout of generated code.
enum Code {
    /// Returns a block: `head {`, the lines indented by one level, and `}`.
    static func block(_ head: String, _ lines: [String]) -> String {
        ([head + " {"] + lines.map(indented) + ["}"]).joined(separator: "\n")
    }

    /// Returns text indented by one level. Text with a multi-line string literal stays as it is,
    /// because the literal's lines, and the indentation of its end, are part of the literal.
    private static func indented(_ text: String) -> String {
        if text.contains("\"\"\"") { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }
}
