/// A term that a query looks for.
package struct QueryTerm: Sendable, Hashable {
    package let text: String
    /// The number of the term in the query. In a phrase, the positions of matches have the same
    /// differences.
    package let position: Int
    /// The bytes of the query that the term was made from.
    package let range: Range<Int>
    /// Whether the term matches all terms that begin with it.
    package let isPrefix: Bool

    package init(text: String, position: Int, range: Range<Int>, isPrefix: Bool) {
        self.text = text
        self.position = position
        self.range = range
        self.isPrefix = isPrefix
    }
}
