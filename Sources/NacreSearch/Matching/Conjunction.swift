/// Walks the documents that are in all of some groups.
final class Conjunction {
    /// The groups, the one with the fewest documents first.
    private let groups: [TermGroup]
    private let context: EvaluationContext

    /// - Parameter groups: At least one.
    init(_ groups: [TermGroup], _ context: EvaluationContext) {
        precondition(!groups.isEmpty)
        self.groups = groups.sorted { $0.documents < $1.documents }
        self.context = context
    }

    var cost: Int { groups[0].documents }

    /// Moves all groups to the first common document that is not before `target`.
    func advance(to target: Int) throws -> Int {
        var candidate = target
        var agreed = 0
        while agreed < groups.count {
            let group = groups[agreed]
            try context.count()
            try group.advance(to: candidate)
            if group.current == PostingCursor.end { return group.current }
            // The lead may move on; with another group the search begins again.
            agreed = group.current == candidate || agreed == 0 ? agreed + 1 : 0
            candidate = group.current
        }
        return candidate
    }
}
