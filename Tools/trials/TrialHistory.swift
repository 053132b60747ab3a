internal import NacreEngine
internal import NacreFormat
internal import NacreTestSupport

/// The expected content of a store with any number of commits, which its plan determines, however
/// often its writer was killed.
struct TrialHistory {
    typealias State = [Value: [Value]]

    let plan: TrialPlan
    /// The objects of a store with ``commit`` commits.
    private(set) var objects: State = [:]
    private(set) var commit: UInt64 = 0
    /// The objects that were erased, oldest first.
    private(set) var erasures: [Erasure] = []
    /// The objects after each commit, if the store keeps them.
    private var states: [State] = [[:]]

    init(_ plan: TrialPlan) { self.plan = plan }

    /// Advances to a later commit.
    mutating func advance(to commit: UInt64) {
        while self.commit < commit {
            perform(plan.kind(of: self.commit + 1))
            self.commit += 1
            if plan.keepsHistory { states.append(objects) }
        }
    }

    private mutating func perform(_ kind: TrialPlan.Kind) {
        switch kind {
        case .steps(let steps):
            for step in steps {
                switch step {
                case .save(let values): objects[values[0]] = values
                case .delete(let id): objects[id] = nil
                }
            }
        case .erase(let id):
            objects[.int(id)] = nil
            erasures.append(
                Erasure(entity: CityEntity.name, id: id, commit: Int(commit) + 1))
        case .eraseEnd: break
        case .revert(let target, let handling):
            objects =
                ModelReversal(
                    of: objects, from: seen(target - 1), to: seen(target), onConflict: handling
                ).objects
        }
    }

    /// Returns the objects after a former commit, without those that were erased since.
    func seen(_ choice: UInt64) -> State {
        var state = states[Int(choice)]
        for erasure in erasures where erasure.commit > Int(choice) {
            state[.int(erasure.id)] = nil
        }
        return state
    }
}
