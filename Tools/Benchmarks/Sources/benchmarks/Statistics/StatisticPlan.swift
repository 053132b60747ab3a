import Nacre

/// The way in which Nacre finds the answer of a statistic.
struct StatisticPlan {
    /// The rest of the work, which no request does; nil if one request suffices.
    private let byHand: String?
    /// The explanations of the requests, or of one of several that are alike.
    private let requests: [String]

    private init(byHand: String?, _ requests: [any CustomStringConvertible]) {
        self.byHand = byHand
        self.requests = requests.map { "\($0)".replacing("\n", with: "; ") }
    }

    /// Makes the plan of one request.
    static func request(_ explanation: any CustomStringConvertible) -> StatisticPlan {
        StatisticPlan(byHand: nil, [explanation])
    }

    /// Makes the plan of several requests, or of one and a loop.
    /// - Parameter rest: The work that no request does.
    static func byHand(
        _ rest: String, _ explanations: any CustomStringConvertible...
    ) -> StatisticPlan {
        StatisticPlan(byHand: rest, explanations)
    }

    /// A few words for a cell of a table.
    var summary: String {
        byHand.map { "by hand: \($0)" } ?? requests.first.map(Self.summary) ?? ""
    }

    /// The explanations in one line.
    var text: String { requests.joined(separator: " / ") }

    /// Returns the indexes or columns in an explanation, such as "index on closed", without the
    /// entity and the numbers of objects.
    private static func summary(_ explanation: String) -> String {
        if let known = explanation.firstRange(of: "known by ") {
            return String(explanation[known.lowerBound...])
        }
        let first = explanation.prefix { $0 != ";" }
        let access = first.split(separator: ": ", maxSplits: 1).last ?? first
        let words = access.split(separator: ", ")
        return words.filter { !$0.contains(" of ") }.joined(separator: ", ")
    }
}
