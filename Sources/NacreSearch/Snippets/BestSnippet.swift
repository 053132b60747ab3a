/// Chooses among the snippets of several texts: the first one with the most matches, and rather one
/// with text than an empty one.
package struct BestSnippet {
    package private(set) var snippet: Snippet?

    package init() {}

    package mutating func offer(_ other: Snippet) {
        guard let snippet else { return snippet = other }
        let isBetter =
            other.ranges.count > snippet.ranges.count
            || snippet.text.isEmpty && other.ranges.count == snippet.ranges.count
        if isBetter { self.snippet = other }
    }
}
