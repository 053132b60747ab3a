/// A term of a phrase.
package struct PhraseTerm: Sendable, Hashable {
    package let term: SearchedTerm
    /// The place in the phrase. Only differences count.
    package let position: Int

    package init(term: SearchedTerm, position: Int) {
        self.term = term
        self.position = position
    }
}
