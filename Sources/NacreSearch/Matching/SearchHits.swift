/// The result of a ranked search.
package struct SearchHits: Sendable {
    /// The best documents, the best one first.
    package let hits: [SearchHit]
    /// The number of all documents that match; nil if it is not known, because documents were
    /// skipped or tested by a closure.
    package let matched: Int?
}
