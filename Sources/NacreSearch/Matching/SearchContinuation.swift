/// The place from which a ranked search goes on.
package struct SearchContinuation {
    /// The score of the last document before the place.
    package let score: Double
    /// Whether a row with the same score comes after the place.
    package let isAfter: (UInt32) throws -> Bool

    package init(score: Double, isAfter: @escaping (UInt32) throws -> Bool) {
        self.score = score
        self.isAfter = isAfter
    }
}
