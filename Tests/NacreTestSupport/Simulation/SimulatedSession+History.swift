internal import NacreEngine
internal import NacreFormat

/// Policies, marks and former states among the steps. Every state that the store has promised must
/// be readable, whatever the power cuts.
extension SimulatedSession {
    /// Changes what the store keeps, as a part of a change.
    func changeHistory(_ model: inout ModelState, _ changes: Changes) throws {
        guard plan.keepsHistory else { return }
        if model.keptFrom == nil {
            if random.oneIn(3) {
                try changes.setHistory(.forever)
                model.keptFrom = lastCommit + 1
            }
        } else if random.oneIn(40) {
            // Marks alone would make compactions commit, which the model does not expect.
            try changes.setHistory(.none)
            model.keptFrom = nil
            if model.mark != nil { try changes.removeMark("mark") }
            model.mark = nil
        } else if random.oneIn(12) {
            if model.mark != nil { try changes.removeMark("mark") }
            model.mark = nil
            if random.oneIn(2) {
                try changes.mark("mark")
                model.mark = lastCommit + 1
            }
        }
    }

    /// Compares former states of the store with the model.
    /// - Parameter commit: The newest commit.
    func checkPast(_ database: Database, _ commit: Int) throws {
        let model = history[commit]
        guard plan.keepsHistory, plan.isHonest, !disk.hasFailed, commit > 0 else { return }
        var choices = [Int(random.next(upTo: UInt64(commit)))]
        if let first = model.keptFrom { choices.append(first) }
        if let mark = model.mark { choices.append(mark) }
        if let erasure = model.erasures.last { choices.append(erasure.commit - 1) }
        for choice in choices {
            let isPromised =
                choice == model.mark || model.keptFrom.map { choice >= $0 } ?? false
            tally.figures.past += 1
            do {
                let past = try database.snapshot(at: CommitNumber(UInt64(choice)))
                // Records of then are read by the present schema.
                let difference = try seen(choice, from: commit)
                    .difference(from: past, isSchemaExact: false)
                if let difference {
                    let horizon = try database.horizon().commit
                    throw Wrong(
                        "at the past commit \(choice) of \(commit): \(difference);"
                            + " kept from \(model.keptFrom ?? -1), mark \(model.mark ?? -1),"
                            + " horizon \(horizon), \(trail.suffix(30))")
                }
            } catch let error as StoreError where error.code == .historyGone && !isPromised {
                continue
            }
        }
    }
}
