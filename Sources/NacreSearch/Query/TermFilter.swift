internal import NacreFormat

/// The terms that a query can match. A run with only these gives the same answers to the query.
package struct TermFilter: Sendable {
    private var terms: Set<SearchedTerm> = []

    package init(_ query: CompiledQuery) {
        query.forEachTerm { terms.insert($0) }
    }

    func keeps(_ term: ByteView) -> Bool {
        terms.contains { $0.matches(term) }
    }
}
