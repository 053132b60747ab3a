internal import NacreEngine
internal import NacreFormat

extension DumpedHistory {
    /// Checks that a store can have these settings.
    /// - Parameter entities: The names of the entities that the dump has schemas of.
    func check(_ entities: Set<String>) throws(DumpProblem) {
        let first = states.first ?? min(1, newest)
        let horizon = states.last ?? 0
        guard zip(states, states.dropFirst()).allSatisfy({ $0 < $1 }), horizon <= newest else {
            throw DumpProblem("'states' of the history")
        }
        var names: Set<String?> = []
        for policy in policies {
            guard policy.entity.map(entities.contains) ?? true,
                names.insert(policy.entity).inserted
            else { throw DumpProblem("'entity' of a policy") }
            let isKept = policy.policy.isKept || policy.entity == nil && !marks.isEmpty
            guard policy.horizon <= newest, !isKept || policy.horizon >= horizon else {
                throw DumpProblem("'horizon' of a policy")
            }
            guard policy.since <= newest else { throw DumpProblem("'since' of a policy") }
        }
        if !names.contains(nil), !policies.isEmpty || !marks.isEmpty {
            throw DumpProblem("The policy of the store")
        }
        guard
            marks.allSatisfy({
                (1...Format.nameSizeMax).contains($0.name.utf8.count)
                    && (first...newest).contains($0.commit)
            })
        else { throw DumpProblem("A mark of the history") }
        guard
            undone.allSatisfy({
                $0.commit.rawValue <= newest && $0.undone <= $0.commit
                    && $0.commit > .none
            })
        else { throw DumpProblem("'undone' of the history") }
    }
}
