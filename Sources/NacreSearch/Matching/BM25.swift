internal import Foundation

/// The ranking of documents: Okapi BM25.
///
/// Source: S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
/// 2009. The logarithm has 1 added, so that it is never negative.
struct BM25: Sendable {
    static let k1 = 1.2
    static let b = 0.75
    /// A factor for bounds, beyond the error of rounding.
    static let slack = 1.000_001

    /// The documents of the state.
    let documents: Int
    /// The terms of a document, on average.
    let averageLength: Double

    init(documents: Int, averageLength: Double) {
        self.documents = max(documents, 0)
        self.averageLength = averageLength > 0 ? averageLength : 1
    }

    /// Returns the weight of a term.
    /// - Parameter frequency: The number of documents that have the term.
    func inverseFrequency(_ frequency: Int) -> Double {
        let found = Double(min(max(frequency, 0), documents))
        return log(1 + (Double(documents) - found + 0.5) / (found + 0.5))
    }

    /// Returns the score of a term in a document.
    @inline(__always)
    func score(_ inverse: Double, frequency: Double, length: UInt32) -> Double {
        let norm = Self.k1 * (1 - Self.b + Self.b * Double(length) / averageLength)
        return inverse * (frequency * (Self.k1 + 1)) / (frequency + norm)
    }

    /// Returns the limit of scores as the frequency grows.
    func greatestScore(_ inverse: Double) -> Double { inverse * (Self.k1 + 1) * Self.slack }
}

extension SearchState {
    /// The ranking by the numbers of the state.
    var ranking: BM25 { BM25(documents: documentCount, averageLength: averageLength) }
}
