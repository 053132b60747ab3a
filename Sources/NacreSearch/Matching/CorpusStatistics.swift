/// The numbers of a body of documents by which a query ranks them. The sum of those of several
/// indexes makes scores of all of them comparable.
package struct CorpusStatistics: Sendable, Equatable {
    private var documents: Int
    /// The number of terms of all documents.
    private var length: Double
    /// The number of documents with each term of the query.
    private var frequencies: [SearchedTerm: Int]

    init(documents: Int, length: Int, frequencies: [SearchedTerm: Int]) {
        self.documents = documents
        self.length = Double(length)
        self.frequencies = frequencies
    }

    /// Adds those of other documents.
    package static func += (sum: inout CorpusStatistics, other: CorpusStatistics) {
        sum.documents += other.documents
        sum.length += other.length
        sum.frequencies.merge(other.frequencies) { $0 + $1 }
    }

    var ranking: BM25 {
        BM25(
            documents: documents,
            averageLength: documents > 0 ? length / Double(documents) : 0)
    }

    /// Returns the number of documents with a term; nil if the term is not known.
    func frequency(of term: SearchedTerm) -> Int? { frequencies[term] }
}

extension SearchState {
    /// Returns the numbers by which a query ranks the documents of this state.
    package func statistics(
        of query: CompiledQuery, checkCancelled: () throws -> Void = {}
    ) throws -> CorpusStatistics {
        CorpusStatistics(
            documents: documentCount, length: lengthSum,
            frequencies: try PreparedQuery(query, self, checkCancelled).terms
                .mapValues(\.documents))
    }
}
