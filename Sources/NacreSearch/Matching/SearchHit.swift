/// A document that a ranked search has found.
package struct SearchHit: Sendable, Equatable {
    package let row: UInt32
    package let score: Double

    package init(row: UInt32, score: Double) {
        self.row = row
        self.score = score
    }
}
