internal import NacreSearch

/// An explanation of how a ranked search is executed: for each word of the query, how many objects
/// have it, the lists of the index that have it, and how many blocks of these lists were read. The
/// others were skipped: none of their objects can be among the best, or none has the other words.
public struct SearchExplanation: Sendable, Hashable, CustomStringConvertible {
    /// Whether an index answers the search. Otherwise all texts are read, with the same result.
    public let isIndexed: Bool
    private let lines: [String]

    init(_ terms: [TermExplanation], isIndexed: Bool, _ request: RankedSearch) {
        self.isIndexed = isIndexed
        var lines = [
            "\(request.entity): \(request.query) by "
                + (isIndexed ? "the index" : "reading all texts, as there is no index yet")
        ]
        lines += terms.map { "    \($0)" }
        if !request.filter.isAll {
            lines.append("    the best objects are tested: \(request.filter)")
        }
        if let recency = request.recency {
            lines.append("    the best objects are read for their '\(recency.attribute)'")
        }
        self.lines = lines
    }

    /// The explanation for people, with lines separated by LF.
    public var description: String { lines.joined(separator: "\n") }
}
