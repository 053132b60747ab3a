/// A place in a text that a query matches.
struct HighlightMatch {
    /// The number of the query's term.
    let term: Int
    /// The number of the word in the text.
    let position: Int
    /// The bytes in the text.
    let range: Range<Int>
}
