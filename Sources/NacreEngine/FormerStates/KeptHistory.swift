package import NacreFormat

/// The states and commits that a store keeps, in the order in which a copy of the store writes
/// them.
///
/// A copy begins with the states of marks before the horizon, and the state at the horizon. From
/// there on it has every commit. An entity with a horizon of its own joins later: at a mark that
/// keeps its state, or at its horizon. That of an entity without history is the newest commit.
package struct KeptHistory {
    /// The newest state.
    package let head: DatabaseSnapshot
    package let settings: HistorySettings
    /// The marks of commits that a copy has.
    package let marks: [HistoryMark]
    /// The commits that took back others.
    package let undone: [UndoneCommit]
    /// The commits before which others are missing, ascending: of marks, and at last the horizon.
    /// Empty if the store still has its first commit.
    package let states: [CommitNumber]
    private let horizon: CommitNumber
    private let found: FoundHistory
    private let history: History
    /// The entities whose states are to be written in full, by commit.
    private let joining: [CommitNumber: [Joining]]

    /// An entity whose state after a commit cannot be told from the commits before it.
    private struct Joining {
        let entity: EntityNumber
        /// The last commit before, whose state is known; nil for none.
        let former: CommitNumber?
    }

    /// - Throws: `historyGone`, `corrupt`.
    init(_ found: FoundHistory) throws {
        self.found = found
        head = found.records.snapshot
        settings = try HistorySettings(head)
        undone = try UndoStack(head).all
        history = try History(found)
        let horizon = history.horizon
        self.horizon = horizon
        var joining: [CommitNumber: [Joining]] = [:]
        for schema in head.catalog.all.map(\.schema) where !schema.isOwn {
            var former: CommitNumber?
            for commit in Self.states(of: schema.number, in: found, settings, from: horizon) {
                joining[commit, default: []].append(
                    Joining(entity: schema.number, former: former))
                former = commit
            }
        }
        self.joining = joining
        // A marked commit has its time and author also if no entity's state is kept there.
        let marked = settings.marks.map { CommitNumber($0.commit) }.filter {
            found.records.commit($0) != nil
        }
        let states = Set(joining.keys).union(marked).filter { $0 < horizon }
            .union(horizon > .none ? [horizon] : []).sorted()
        marks = settings.marks.filter { $0.commit >= states.first?.rawValue ?? 0 }
        self.states = states
    }

    /// Returns the commits at which the state of an entity is written in full, ascending. Its
    /// changes are known from the last one on.
    private static func states(
        of entity: EntityNumber, in found: FoundHistory, _ settings: HistorySettings,
        from horizon: CommitNumber
    ) -> [CommitNumber] {
        let newest = found.records.snapshot.commit
        let own = settings.horizon(of: entity, newest: newest, purged: found.purged)
        let last = min(max(own, horizon), newest)
        let marked = settings.marks.map { CommitNumber($0.commit) }.filter { commit in
            commit < last && found.records.commit(commit) != nil
                && settings.keeps(entity, at: commit, newest: newest, purged: found.purged)
        }
        return Set(marked + [last]).filter { $0 > .none }.sorted()
    }

    /// Calls `body` with the stamp of each commit that a copy has, ascending, and with its changes,
    /// which are nil for a state before which commits are missing.
    package func forEachCommit(
        _ body: (CommitStamp, LoggedCommit?) throws -> Void
    ) throws {
        for state in states {
            guard let commit = found.records.commit(state) else {
                throw StoreError(
                    .historyGone, "Commit \(state) is no longer kept.",
                    file: head.version.context.path)
            }
            try body(
                CommitStamp(
                    number: state, time: commit.time, author: commit.prelude.author,
                    note: commit.prelude.note, isState: true), nil)
        }
        // The entities whose changes are told are the same from one of these commits to the next.
        let later = joining.keys.filter { $0 > horizon && $0 < head.commit }.sorted()
        var start = horizon
        for end in later + [head.commit] where end > start {
            let range = CommitNumber(start.rawValue + 1)...end
            try history.forEachCommit(in: range) { commit in
                try body(
                    CommitStamp(
                        number: commit.number, time: commit.time, author: commit.author,
                        note: commit.note), commit)
                return true
            }
            start = end
        }
    }

    /// Calls `deleted` and `saved` with what leads to the states of the entities that join at a
    /// commit, from the last states of them that were written.
    package func forEachJoining(
        at number: CommitNumber, deleted: (StoredSchema, Value) throws -> Void,
        saved: (StoredObject) throws -> Void
    ) throws {
        guard let joining = joining[number] else { return }
        let state = try found.snapshot(at: number)
        for entity in joining {
            guard let schema = head.catalog[entity.entity]?.schema else { continue }
            guard let former = entity.former else {
                try state.forEach(in: schema.name) { object in
                    try saved(object)
                    return true
                }
                continue
            }
            let records = try found.difference(from: former, to: number, of: entity.entity).records
            for change in records.changes {
                guard let old = try records.old(change) else { continue }
                let id = try records.before.id(of: old)
                // A row may have another object by now, and an object another row.
                if try state.find(id, in: schema.name) == nil { try deleted(schema, id) }
            }
            for change in records.changes {
                guard let new = try records.new(change) else { continue }
                try saved(
                    StoredObject(
                        schema: schema, values: try records.after.values(of: new, schema: schema)))
            }
        }
    }
}
