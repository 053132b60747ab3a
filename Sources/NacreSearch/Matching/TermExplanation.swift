/// The work that a ranked search did for one term of its query.
package struct TermExplanation: Sendable, Equatable {
    package let term: SearchedTerm
    /// The number of documents that have the term; of several terms the sum, at most all.
    package let documents: Int
    /// The number of posting lists in all runs.
    package let lists: Int
    /// The number of documents in these lists, void ones included.
    package let postings: Int
    /// The blocks of these lists: 128 documents, or fewer at the end of a list.
    package let blocks: Int
    /// The blocks that were read; the others were skipped.
    package let blocksRead: Int
}
