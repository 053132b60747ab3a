internal import NacreFormat
internal import NacreSearch

/// A query for other objects that a filter needed, as an explanation shows it.
struct ObjectLookup: Sendable {
    /// The reference that leads to them, or the condition on them.
    private let question: String
    private let answer: Answer

    private enum Answer {
        case query(QueryPlan, count: Int)
        /// A search for the objects that refer to an object, repeated for each object.
        case referrers(hasIndex: Bool)
        /// A full-text search. Its terms are explained only when they are printed.
        case search(isScanned: Bool, count: Int, @Sendable () -> [TermExplanation])
    }

    init(_ question: String, _ plan: QueryPlan, count: Int) {
        self.question = question
        answer = .query(plan, count: count)
    }

    /// - Parameter terms: Returns the work for each term of the query.
    init(
        _ search: String, isScanned: Bool, count: Int,
        terms: @escaping @Sendable () -> [TermExplanation]
    ) {
        question = search
        answer = .search(isScanned: isScanned, count: count, terms)
    }

    init(_ search: ReferrerSearch) {
        question = "\(search.definition.schema.name).\(search.attribute.name)"
        answer = .referrers(hasIndex: search.hasIndex)
    }

    /// The lines of the plan, labeled with the reference.
    var lines: [String] {
        switch answer {
        case .query(let plan, let count):
            let lines = plan.accessLines
            return ["\(question): \(count) found by \(lines[0])"]
                + lines.dropFirst().map { "    \($0)" }
        case .referrers(let hasIndex):
            let way = hasIndex ? "an index" : "going through all objects, as there is no index"
            return ["\(question): for each object found by \(way)"]
        case .search(let isScanned, let count, let terms):
            let way = isScanned ? "reading all texts, as there is no index yet" : "the index"
            return ["\(question): \(count) found by \(way)"] + terms().map { "    \($0)" }
        }
    }
}
