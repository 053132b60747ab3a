/// A searched term with the terms of the dictionaries that match it.
struct PreparedTerm {
    /// A term of a run's dictionary.
    struct Match {
        let entry: TermEntry
        /// The factor of its frequency.
        let factor: Double
    }

    /// The number of the term in the query.
    let number: Int
    /// The matching terms of each run, in ascending order.
    let matches: [[Match]]
    /// The number of documents with the term; for several terms the sum.
    let documents: Int
    /// The weight of the term.
    let inverse: Double

    /// The most terms that a fuzzy term matches: those with the fewest edits, then the first.
    static let fuzzyMax = 1024
}
