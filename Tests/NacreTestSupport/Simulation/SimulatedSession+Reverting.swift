internal import NacreEngine
internal import NacreFormat

/// Takes back commits, and repeats them.
extension SimulatedSession {
    /// Takes back a random commit.
    func revert() throws {
        // Each revert also saves an object, which needs an entity. A fork has those of its source,
        // even if it has no commits.
        guard let database, plan.isHonest, lastCommit > 0,
            !history[lastCommit].entities.isEmpty
        else { return }
        activity = .revert
        let number = 1 + Int(random.next(upTo: UInt64(lastCommit - 1)))
        let handling = randomHandling()
        try takeBack(mayBeGone: !keeps(number)) {
            let logged = try database.commit(CommitNumber(UInt64(number)))
            try commit { next, changes in
                try revert(logged, handling, &next, changes)
                try save(&next, changes)
                next.turns.did(lastCommit + 1)
                return true
            }
            return true
        }
    }

    /// Takes back the newest commit that still holds, or makes the last one that was taken back
    /// hold again.
    func undo(isRedo: Bool) throws {
        guard let database, plan.isHonest else { return }
        activity = .revert
        let turns = history[lastCommit].turns
        let target = isRedo ? turns.redoable.last?.turn : turns.undoable.last
        let shown = isRedo ? turns.redoable.last?.commit : turns.undoable.last
        let isKept = target.map(keeps) ?? false
        let handling = randomHandling()
        try takeBack(mayBeGone: !isKept) {
            let turn = try database.undo(author: nil, isRedo: isRedo) { body in
                var turn: Database.Turn?
                try commit { next, changes in
                    turn = try body(changes) { logged in
                        try requireEqual(Int(logged.number.rawValue), target, "a commit to undo")
                        return try revert(logged, handling, &next, changes)
                    }
                    if isRedo { next.turns.redid() } else { next.turns.undid(at: lastCommit + 1) }
                    return turn != nil
                }
                return turn
            }
            if turn == nil, isKept { throw Wrong("nothing to undo instead of \(target ?? 0)") }
            try requireEqual(turn.map { Int($0.commit.rawValue) } ?? shown, shown, "undone")
            return turn != nil
        }
    }

    /// Takes back a commit in the model and the store.
    @discardableResult
    private func revert(
        _ logged: LoggedCommit, _ handling: RevertConflicts, _ next: inout ModelState,
        _ changes: Changes
    ) throws -> [Conflict] {
        let number = Int(logged.number.rawValue)
        let hasConflicts = next.revert(
            from: seen(number - 1, from: lastCommit), to: seen(number, from: lastCommit), handling)
        if hasConflicts { tally.figures.conflicts += 1 }
        do {
            let conflicts = try changes.revert(logged, onConflict: handling)
            guard conflicts.isEmpty != hasConflicts, handling != .fail || !hasConflicts else {
                throw Wrong("conflicts of commit \(number): \(conflicts)")
            }
            return conflicts
        } catch let error as StoreError where error.code == .conflict {
            guard handling == .fail, hasConflicts else {
                throw Wrong("no conflict of commit \(number) is expected: \(error)")
            }
            throw Refused()
        }
    }

    /// The error of a commit that is not taken back because of its conflicts.
    private struct Refused: Error {}

    /// - Parameters:
    ///   - mayBeGone: Whether a compaction may have dropped the commit.
    ///   - body: Returns whether there is a new commit.
    private func takeBack(mayBeGone: Bool, _ body: () throws -> Bool) throws {
        do {
            if try body() { tally.figures.reverts += 1 }
        } catch is Refused {
            // Nothing was changed.
            try cutPower(acknowledged...lastCommit)
        } catch let error as StoreError where error.code == .historyGone && mayBeGone {}
    }

    /// Returns whether the states before and after a commit are kept.
    private func keeps(_ commit: Int) -> Bool {
        history[lastCommit].keptFrom.map { $0 < commit } ?? false
    }

    private func randomHandling() -> RevertConflicts {
        switch random.next(upTo: 2) {
        case 0: .fail
        case 1: .skip
        default: .overwrite
        }
    }
}

extension ModelState {
    /// Takes back the changes between two former states.
    /// - Returns: Whether an object was changed since.
    fileprivate mutating func revert(
        from former: ModelState, to written: ModelState, _ handling: RevertConflicts
    ) -> Bool {
        var hasConflicts = false
        for (name, entity) in entities {
            // Attributes that were added since are null.
            func objects(_ state: ModelState) -> [Int64: [Value]] {
                let known = state.entities[name] ?? Entity(attributes: [])
                let missing = entity.attributes.count - known.attributes.count
                return known.objects.mapValues {
                    $0 + [Value](repeating: .null, count: missing)
                }
            }
            let reversal = ModelReversal(
                of: entity.objects, from: objects(former), to: objects(written),
                onConflict: handling)
            entities[name]?.objects = reversal.objects
            if reversal.hasConflicts { hasConflicts = true }
        }
        return hasConflicts
    }
}
