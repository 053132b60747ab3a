internal import NacreEngine
internal import NacreFormat

/// The steps of a simulated store.
extension SimulatedSession {
    /// The error of a change that is aborted at its end.
    struct GivenUp: Error {}

    /// Does one random step, which a fault may hit.
    func step() throws {
        guard database != nil else { return }
        tally.figures.steps += 1
        let isHit = plan.hasFaults && random.oneIn(3)
        if isHit { disk.set(randomFault(behind: disk.callCount)) }
        try attempt { try perform() }
        if isHit { disk.set(nil) }
    }

    /// - Parameter call: The fault hits this call or one of the next.
    func randomFault(behind call: Int) -> DiskFault {
        let kinds = DiskFault.Kind.allCases
        return DiskFault(
            kinds[Int(random.next(upTo: UInt64(kinds.count - 1)))],
            at: call + Int(random.next(upTo: 30)), isForever: random.oneIn(2))
    }

    private func perform() throws {
        let weights =
            [60, 8, 4, 4, 6, 6, 8, 5, 3, 6, plan.backupWeight] + plan.historyWeights
        switch Sampling.index(weights: weights, using: &random) {
        case 0: try commit()
        case 1: try abort()
        case 2: try hold()
        case 3: release()
        case 4:
            try close()
            try open()
        case 5:
            activity = .killed
            kill()
            try open()
        case 6: try compact()
        case 7:
            activity = .checkpoint
            // Its runs are files of their own.
            if random.oneIn(2) { try database?.buildSearches() }
            _ = try database?.checkpoint()
            try cutPower(acknowledged...lastCommit)
        case 8:
            try checkSnapshots()
            if let database { try checkPast(database, lastCommit) }
        case 9: try waitForDelays()
        case 10: try backUp()
        case 11: try erase()
        case 12: try revert()
        case 13: try undo(isRedo: random.oneIn(2))
        default: try makeFork()
        }
    }

    // MARK: Commits

    func commit() throws {
        activity = .commit
        try commit { next, changes in
            try change(&next, changes)
            next.turns.did(lastCommit + 1)
            return true
        }
    }

    /// Makes a commit.
    /// - Parameter body: Changes the model and the store, and returns whether it has changed them.
    func commit(_ body: (inout ModelState, Changes) throws -> Bool) throws {
        var next = history[lastCommit]
        var isComplete = false
        do {
            try database?.performChanges { isComplete = try body(&next, $0) }
        } catch {
            // If the error does not state the outcome, the next opening shows it.
            let outcome = (error as? StoreError)?.outcome
            if isComplete, outcome != .notCommitted { history.append(next) }
            if isComplete, outcome == nil { throw Wrong("an outcome without a class: \(error)") }
            throw error
        }
        guard isComplete else { return }
        history.append(next)
        tally.figures.commits += 1
        try cutPower(acknowledged...lastCommit)
        if plan.durability == .durable || random.oneIn(8) { try sync() }
    }

    /// Syncs the store. From here on all commits survive.
    private func sync() throws {
        try database?.sync()
        try cutPower(acknowledged...lastCommit)
        acknowledged = lastCommit
        try cutPower(acknowledged...lastCommit)
    }

    /// Lets so much time pass that every earlier commit survives, unless a sync fails on the way:
    /// the next change reports that.
    private func waitForDelays() throws {
        activity = .waiting
        timers.fire()
        try cutPower(acknowledged...lastCommit)
        guard plan.durability.isBounded, !disk.hasFailed else { return }
        acknowledged = lastCommit
        try cutPower(acknowledged...lastCommit)
    }

    private func abort() throws {
        activity = .abort
        var next = history[lastCommit]
        do {
            try database?.performChanges { changes in
                try change(&next, changes)
                throw GivenUp()
            }
        } catch is GivenUp {}
        try cutPower(acknowledged...lastCommit)
    }

    func compact() throws {
        activity = .compaction
        switch random.next(upTo: 3) {
        case 0: _ = try database?.compact()
        case 1:
            while try database?.compactStep() == true {}
        default:
            let start = Int(random.next(upTo: 5))
            try database?.compact(segments: start..<start + 1 + Int(random.next(upTo: 2)))
        }
        try cutPower(acknowledged...lastCommit)
    }

    /// Makes a few random changes, at least one of which has an effect.
    private func change(_ model: inout ModelState, _ changes: Changes) throws {
        let names = ["A", "B", "C"]
        if model.entities.isEmpty || model.entities.count < names.count && random.oneIn(12) {
            try model.define(names[model.entities.count], in: changes)
        }
        let count = random.oneIn(10) ? 20 : 1 + random.next(upTo: 3)
        for _ in 0..<count { try changeOne(&model, changes) }
        if random.oneIn(8) { try savepoint(&model, changes) }
        try changeHistory(&model, changes)
        try save(&model, changes)
    }

    func changeOne(_ model: inout ModelState, _ changes: Changes) throws {
        let name = entity(model)
        switch Sampling.index(weights: [60, 25, 2], using: &random) {
        case 0: try save(&model, changes)
        case 1: try model.delete(Int64(random.next(upTo: 15)), from: name, changes)
        default:
            guard let entity = model.entities[name], entity.attributes.count < 6 else { return }
            try model.widen(name, in: changes)
        }
    }

    func entity(_ model: ModelState) -> String {
        let names = model.entities.keys.sorted()
        return names[Int(random.next(upTo: UInt64(names.count - 1)))]
    }

    func save(_ model: inout ModelState, _ changes: Changes) throws {
        // External values, and commits of several parts: rare, because they are expensive.
        let length =
            switch random.next(upTo: 399) {
            case 0: 66_000
            case 1: 200_000
            case 2...20: Int(random.next(upTo: 3000))
            default: Int(random.next(upTo: 40))
            }
        try model.save(
            Int64(random.next(upTo: 15)), random.next(upTo: 1_000_000), length: length,
            in: entity(model), changes)
    }

    private func savepoint(_ model: inout ModelState, _ changes: Changes) throws {
        let before = model
        let fails = random.oneIn(2)
        do {
            try changes.savepoint {
                for _ in 0...random.next(upTo: 3) { try changeOne(&model, changes) }
                if fails { throw GivenUp() }
            }
        } catch is GivenUp { model = before }
    }

    // MARK: Failures

    /// Continues after a call failed during a change, a compaction, or an opening. The outcome that
    /// the error states must be true.
    /// - Parameter before: The newest commit before the step.
    func goOn(after error: StoreError, _ before: Int) throws {
        activity = .failing
        try cutPower(min(acknowledged, lastCommit)...lastCommit)
        if let database, (try? database.performChanges { _ in }) != nil {
            guard error.outcome != .unknown else { throw Wrong("not poisoned after \(error)") }
            // Nothing was written, so the store continues as if the step had not been tried.
            history.removeSubrange((before + 1)...)
            try check(database.snapshot(), before...before)
            tally.figures.failedNot += 1
            return
        }
        let attempted = lastCommit
        kill()
        disk.forgetFailure()
        try open()
        if attempted == before {
            tally.figures.failedOther += 1
        } else if lastCommit == attempted {
            tally.figures.failedCommitted += 1
        } else {
            tally.figures.failedNot += 1
        }
    }
}
