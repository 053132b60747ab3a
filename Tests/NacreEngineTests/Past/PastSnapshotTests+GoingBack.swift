import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The model of undo and redo: the commits that can be taken back, and those that can hold again.
struct PastTurns {
    typealias Objects = [Value: [Value]]

    /// A change of objects, and the objects before and after it.
    struct Turn {
        let commit: CommitNumber
        let before: Objects
        let after: Objects
    }

    var undoable: [Turn] = []
    var redoable: [Turn] = []
    /// Whether a commit has left the objects as they were. Whether it wrote any is unknown.
    var mayHaveEnded = false
}

/// Takes back commits, and compares the result with the states that were noted.
extension PastSnapshotTests.World {
    typealias Objects = PastTurns.Objects

    /// Returns the first attributes of the objects in a state: others were added later.
    private func objects(_ state: DatabaseSnapshot?) throws -> Objects {
        guard let state else { return [:] }
        return try contents(of: state).mapValues { Array($0.prefix(4)) }
    }

    private func present() throws -> Objects { try objects(store.database.snapshot()) }

    /// Returns the objects in a state with all present attributes.
    private func wholeObjects(_ state: DatabaseSnapshot) throws -> Objects {
        try contents(of: state).mapValues { values in
            values + Array(repeating: .null, count: attributes.count - values.count)
        }
    }

    mutating func noteChange(since before: DatabaseSnapshot?) {
        guard let after = states.last, after.commit != before?.commit else { return }
        do {
            let turn = PastTurns.Turn(
                commit: after.commit, before: try objects(before), after: try objects(after))
            turns.undoable.append(turn)
            turns.mayHaveEnded = turn.before == turn.after
            if !turns.mayHaveEnded { turns.redoable = [] }
        } catch { Issue.record("\(error)") }
    }

    /// Takes back any commit, and compares the objects with those that the two states around it
    /// lead to.
    mutating func revert(_ choice: Int, _ handling: RevertConflicts) throws {
        let place = choice % states.count
        guard place > 0, states[place - 1].commit.next == states[place].commit else { return }
        let (before, after) = (
            try wholeObjects(states[place - 1]), try wholeObjects(states[place])
        )
        let now = try wholeObjects(store.database.snapshot())
        var expected = now
        var isConflict = false
        for id in Set(before.keys).union(after.keys) where before[id] != after[id] {
            if now[id] == before[id] { continue }
            if now[id] != after[id] {
                isConflict = true
                if case .skip = handling { continue }
            }
            expected[id] = before[id]
        }
        let state = states.last
        do {
            let found = try takeBack(states[place].commit, handling)
            try requireEqual(found.isEmpty, !isConflict, "conflicts of \(states[place].commit)")
        } catch let error as StoreError {
            switch error.code {
            case .historyGone:
                try require(try !isKept(states[place - 1].commit), "\(error)")
            case .conflict:
                guard case .fail = handling else { throw error }
                try require(isConflict && !error.conflicts.isEmpty, "\(error)")
            default: throw error
            }
            return try requireEqual(
                wholeObjects(store.database.snapshot()), now, "nothing changed")
        }
        try requireEqual(
            wholeObjects(store.database.snapshot()), expected,
            "after taking back \(states[place].commit)")
        try note()
        noteChange(since: state)
    }

    private func takeBack(
        _ number: CommitNumber, _ handling: RevertConflicts
    ) throws -> [Conflict] {
        let commit = try store.database.commit(number)
        return try store.database.performChanges { changes in
            try changes.revert(commit, onConflict: handling)
        }
    }

    mutating func undo() throws {
        guard let turn = try turn(isRedo: false, \.undoable) else { return }
        turns.redoable.append(turn)
    }

    mutating func redo() throws {
        guard let turn = try turn(isRedo: true, \.redoable) else { return }
        turns.undoable.append(turn)
    }

    /// Takes back the newest change that holds, or makes the last one that was taken back hold
    /// again.
    /// - Parameter stack: The changes that may be meant, the newest last.
    private mutating func turn(
        isRedo: Bool, _ stack: WritableKeyPath<PastTurns, [PastTurns.Turn]>
    ) throws -> PastTurns.Turn? {
        let now = try present()
        let turn = try store.database.undo(author: nil, isRedo: isRedo) { body in
            try store.database.performChanges { changes in
                try body(changes) { try changes.revert($0, onConflict: .fail) }
            }
        }
        guard let turn else {
            try requireEqual(present(), now, "nothing changed")
            while let last = turns[keyPath: stack].last, last.before == last.after {
                turns[keyPath: stack].removeLast()
            }
            // Those that are left must be older than what the policy keeps.
            guard let last = turns[keyPath: stack].last else { return nil }
            try require(
                try isRedo && turns.mayHaveEnded
                    || !isKept(CommitNumber(last.commit.rawValue - 1)),
                "\(last.commit) was not taken back")
            turns[keyPath: stack] = []
            return nil
        }
        try note()
        try require(turn.conflicts.isEmpty, "a turn of anybody's newest commit has no conflicts")
        // A change that left the objects as they were may have made no commit of its own.
        while let last = turns[keyPath: stack].last, last.commit != turn.commit {
            try requireEqual(last.before, last.after, "passed over \(last.commit)")
            turns[keyPath: stack].removeLast()
        }
        guard let taken = turns[keyPath: stack].popLast() else {
            throw PropertyFailure("\(turn.commit) is no change")
        }
        let expected = isRedo ? taken.after : taken.before
        try requireEqual(present(), expected, "after a turn of \(turn.commit)")
        return taken
    }

    /// Erases an object, and looks for it in all files.
    mutating func erase(_ id: Int64) throws {
        let now = try present()
        let report = try store.database.erase([(PastSnapshotTests.entity, .int(id))])
        let mark = PastSnapshotTests.mark(id)
        try requireEqual(store.files(with: mark), [], "the files with an erased object")
        guard report.objects > 0 else {
            return try requireEqual(now[.int(id)], nil, "an object that was not erased")
        }
        // The first commit of an erase deletes the object, later ones are the store's own.
        let deletion = states.last?.commit.next ?? .none
        erased.append((.int(id), deletion))
        try note()
        turns = PastTurns()
        try requireEqual(present(), now.filter { $0.key != .int(id) }, "after an erase")
    }

    /// Compares the difference between two noted states with their objects.
    func compare(_ one: Int, _ two: Int) throws {
        let places = [one % states.count, two % states.count].sorted()
        let (first, second) = (states[places[0]], states[places[1]])
        let difference: StateDifference
        do {
            difference = try store.database.difference(from: first.commit, to: second.commit)
        } catch let error as StoreError where error.code == .historyGone {
            return try require(
                try !isPromised(first.commit) || !isPromised(second.commit), "\(error)")
        }
        let records = difference.records
        let (before, after) = (try objects(first), try objects(second))
        var changed: Set<Value> = []
        guard let schema = try store.database.snapshot().catalog[PastSnapshotTests.entity]?.schema
        else { return }
        for change in records.changes {
            let old = try records.old(change).map {
                Array(try records.before.values(of: $0, schema: schema).prefix(4))
            }
            let new = try records.new(change).map {
                Array(try records.after.values(of: $0, schema: schema).prefix(4))
            }
            let id = try #require(old?.first ?? new?.first)
            try requireEqual(old, before[id], "\(id) before")
            try requireEqual(new, after[id], "\(id) after")
            changed.insert(id)
        }
        for id in Set(before.keys).union(after.keys) where !changed.contains(id) {
            try requireEqual(before[id], after[id], "\(id), which is said not to differ")
        }
    }

    /// Reads the commits after the place of a consumer, which is registered if there is none, and
    /// compares what they tell with the present objects.
    mutating func consume() throws {
        let database = store.database
        guard let former = consumer else {
            let place = try database.snapshot().commit
            try database.addConsumer("copy", since: nil, limit: .forever)
            consumer = (place, try present())
            return try note()
        }
        var copy = former.objects
        let feed = try database.commitFeed(since: database.place(ofConsumer: "copy"))
        try requireEqual(feed.token.commitNumber, former.place.rawValue, "the consumer's place")
        while let commit = try feed.next() {
            if commit.erased.isEmpty {
                try copy.follow(commit, of: PastSnapshotTests.entity)
            } else {
                // What was erased is not told.
                for erased in erased where erased.commit == commit.number {
                    copy[erased.id] = nil
                }
            }
        }
        try requireEqual(
            copy.mapValues { Array($0.prefix(4)) }, present(), "the objects that commits told")
        let end = feed.token
        try database.performChanges { try $0.advanceConsumer("copy", to: end) }
        try note()
        consumer = (max(former.place, CommitNumber(end.commitNumber)), copy)
    }

    mutating func removeConsumer() throws {
        guard consumer != nil else { return }
        try store.database.performChanges { try $0.removeConsumer("copy") }
        consumer = nil
        try note()
    }

    /// Compares the revisions of an object, and the origins of its values, with the noted states.
    func checkRevisions(of id: Value) throws {
        let database = store.database
        let horizon = try database.horizon(
            of: database.snapshot().definition(PastSnapshotTests.entity).schema.number
        ).commit
        let found = try database.revisions(of: id, in: PastSnapshotTests.entity)
        let schema = try database.snapshot().definition(PastSnapshotTests.entity).schema
        var values: [[Value]?] = []
        for revision in found.revisions {
            values.append(try found.values(of: revision, schema).map { Array($0.prefix(4)) })
        }
        for state in states where state.commit >= horizon {
            let place = found.revisions.firstIndex { $0.commit <= state.commit }
            try requireEqual(
                place.flatMap { values[$0] }, objects(state)[id], "\(id) at \(state.commit)")
        }
        let origins = try found.origins(of: schema)
        try requireEqual(origins == nil, present()[id] == nil, "origins of \(id)")
        for (place, origin) in (origins ?? []).prefix(4).enumerated() {
            let since = found.revisions.prefix { $0.commit >= origin.commit }.count
            let value = values[0]?[place]
            try require(
                values.prefix(since).allSatisfy { $0?[place] == value },
                "attribute \(place) of \(id) changed since \(origin.commit)")
            guard since < values.count, let former = values[since] else { continue }
            try require(former[place] != value, "attribute \(place) of \(id) is older")
        }
    }
}
