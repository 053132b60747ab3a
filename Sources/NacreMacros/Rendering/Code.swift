/// Pieces of generated text.
enum Code {
    /// `head {`, the lines, each a level deeper, and `}`.
    static func block(_ head: String, _ lines: [String]) -> String {
        ([head + " {"] + lines.map(indented) + ["}"]).joined(separator: "\n")
    }

    /// A level deeper. Lines inside of a string literal of the user's must stay where they are, and
    /// so must what the literal's end is aligned with.
    private static func indented(_ text: String) -> String {
        if text.contains("\"\"\"") { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }
}
