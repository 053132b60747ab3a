/// The text of a Markdown document without its code blocks.
enum MarkdownText {
    /// Returns the lines outside of code blocks, with their numbers, counted from 1.
    static func lines(_ lines: [String]) -> [(number: Int, line: String)] {
        var isInFence = false
        return lines.enumerated().compactMap { index, line in
            let isFence = line.hasPrefix("```") || line.hasPrefix("~~~")
            if isFence { isInFence.toggle() }
            return isFence || isInFence ? nil : (index + 1, line)
        }
    }
}
