import Nacre

/// The way in which Nacre finds the answer of a statistic.
enum StatisticPlan {
    /// One request for objects, or for a count, a sum or an extreme of them.
    case request(QueryExplanation)
    /// One request for groups.
    case groups(GroupExplanation)
    /// Some steps down an index for each value.
    case steps(String)
    /// Several requests, or one and a loop, as Nacre has no request for it. The text says which.
    case byHand(String)

    /// A few words for a cell of a table.
    var summary: String {
        switch self {
        case .request(let plan): Self.found(plan)
        case .groups(let plan):
            if !plan.columns.isEmpty {
                "columns: \(plan.columns.joined(separator: ", "))"
            } else if !plan.indexes.isEmpty {
                "index alone: \(plan.indexes.joined(separator: ", "))"
            } else {
                Self.found(plan.objects)
            }
        case .steps(let text): text
        case .byHand(let text): "by hand: \(text)"
        }
    }

    /// The whole explanation in one line, if there is one.
    var text: String? {
        switch self {
        case .request(let plan): "\(plan)".replacing("\n", with: "; ")
        case .groups(let plan): "\(plan)".replacing("\n", with: "; ")
        case .steps, .byHand: nil
        }
    }

    private static func found(_ plan: QueryExplanation) -> String {
        plan.indexes.isEmpty
            ? "all objects, or columns" : "index: \(plan.indexes.joined(separator: ", "))"
    }
}
