internal import NacreFormat

/// Numbers of a state. They are exact, and computed from those of the runs alone.
extension SearchState {
    /// The number of rows whose text has at least one term.
    package var documentCount: Int {
        max(parts.reduce(0) { $0 + $1.run.documentCount - $1.run.touchedDocuments }, 0)
    }

    /// The number of terms of all texts.
    package var lengthSum: Int {
        max(parts.reduce(0) { $0 + $1.run.lengthSum - $1.run.touchedLengthSum }, 0)
    }

    /// The number of terms of a text, on average; 0 if there are no texts.
    package var averageLength: Double {
        let documents = documentCount
        return documents == 0 ? 0 : Double(lengthSum) / Double(documents)
    }

    /// The number of pairs of a term and a document, void ones included.
    package var postingCount: Int { parts.reduce(0) { $0 + $1.run.postingCount } }

    /// The number of bytes of all runs.
    package var byteCount: Int { parts.reduce(0) { $0 + $1.run.bytes.count } }

    /// The number of terms of all runs. One that several runs have counts for each.
    package var termCount: Int { parts.reduce(0) { $0 + $1.run.termCount } }

    /// The number of documents that are void.
    package var deadCount: Int { parts.reduce(0) { $0 + $1.dead.count } }

    /// Returns the number of documents that have a term.
    package func documentFrequency(of term: [UInt8]) throws(SearchError) -> Int {
        var documents = 0
        for part in parts {
            let entry = try term.withView { bytes throws(SearchError) in
                try part.run.entry(of: bytes)
            }
            if let entry { documents += entry.documents - entry.removed }
        }
        return max(documents, 0)
    }
}
