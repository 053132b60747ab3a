/// The place of a term in its text.
package struct TermPlace: Sendable, Equatable {
    /// The number of the term in its text, from 0 on. Terms of successive positions are neighbours.
    /// An identifier has the position of its first part.
    package let position: Int
    /// The bytes of the source text that the term was made from.
    package let range: Range<Int>
    package let kind: TermKind

    package init(position: Int, range: Range<Int>, kind: TermKind) {
        self.position = position
        self.range = range
        self.kind = kind
    }
}
