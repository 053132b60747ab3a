import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The state after each commit that is kept can be read like the present one. Snapshots that were
/// taken when the commit was the newest are the oracle.
@Suite struct PastSnapshotTests {
    enum Write: Sendable {
        case save(id: Int64, text: Int, population: Int64)
        case delete(id: Int64)
        case replace(id: Int64, text: Int)
    }

    enum Step: Sendable {
        case commit([Write])
        case look(Int)
        case addIndex(Int)
        case addAttribute
        case compact
        case compactStep
        case checkpoint
        case reopen
        case kill
        case keep(HistoryPolicy)
        case mark(Int)
        case removeMark(Int)
        case revert(Int, RevertConflicts)
        case undo
        case redo
        case revisions(id: Int64)
        case erase(id: Int64)
        case compare(Int, Int)
        case consume
        case removeConsumer
        case fork(Int)
    }

    static let policies: [HistoryPolicy] = [
        .none, .forever, .forever, .commits(4), .commits(30), .bytes(4000), .days(1),
        .commits(20).atMost(bytes: 20_000),
    ]

    /// Texts, one of which becomes an external value.
    static let texts = ["", "a", "b\u{301}", String(long: "x", count: 70_000), "z"]

    /// Returns the beginning of the names of an object, which no other object has.
    static func mark(_ id: Int64) -> String { "<town \(id)>" }
    static let entity = "Town"
    static let attributes = [
        attribute(1, "id", .scalar(.int64)), attribute(2, "name", .string),
        attribute(3, "population", .scalar(.int64), isNullable: true),
        attribute(4, "heights", .array(of: .int32), isNullable: true),
    ]
    static let indexes: [NamedIndex] = [["population"], ["population", "name"], ["heights"]]

    static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, isNullable: Bool = false
    ) -> AttributeSchema {
        AttributeSchema(id: AttributeID(id), name: name, type: type, isNullable: isNullable)
    }

    static let write = Generator<Write> { choices throws(Rejection) in
        let id = try choices.draw(.integer(in: 0...40 as ClosedRange<Int64>))
        let text = try choices.draw(.integer(in: 0...texts.count - 1))
        return switch try choices.draw(.integer(in: 0...5)) {
        case 0: .delete(id: id)
        case 1: .replace(id: id, text: text)
        default:
            .save(
                id: id, text: text,
                population: try choices.draw(.integer(in: 0...9 as ClosedRange<Int64>)))
        }
    }

    static let step = Generator<Step>.frequency(
        (12, Generator<[Write]>.array(of: write, count: 0...8).map { .commit($0) }),
        (8, Generator<Int>.integer(in: 0...10_000).map { .look($0) }),
        (1, Generator<Int>.integer(in: 0...indexes.count - 1).map { .addIndex($0) }),
        (1, .just(.addAttribute)), (1, .just(.compact)), (2, .just(.compactStep)),
        (2, .just(.checkpoint)), (2, .just(.reopen)), (1, .just(.kill)),
        (1, Generator<HistoryPolicy>.element(of: policies).map { .keep($0) }),
        (1, Generator<Int>.integer(in: 0...2).map { .mark($0) }),
        (1, Generator<Int>.integer(in: 0...2).map { .removeMark($0) }),
        (3, Generator<Int>.integer(in: 0...10_000).map { .revert($0, conflictHandlings[$0 % 3]) }),
        (3, .just(.undo)), (2, .just(.redo)),
        (4, Generator<Int64>.integer(in: 0...40).map { .revisions(id: $0) }),
        (1, Generator<Int64>.integer(in: 0...40).map { .erase(id: $0) }),
        (4, Generator<Int>.integer(in: 0...1_000_000).map { .compare($0 / 1000, $0 % 1000) }),
        (2, .just(.consume)), (1, .just(.removeConsumer)),
        (3, Generator<Int>.integer(in: 0...10_000).map { .fork($0) }))

    static let conflictHandlings: [RevertConflicts] = [.fail, .skip, .overwrite]

    /// A store, and snapshots of all states that it had.
    struct World {
        let store: TestStore
        var states: [DatabaseSnapshot] = []
        var attributes = PastSnapshotTests.attributes
        var indexes: [NamedIndex] = []
        var policy = HistoryPolicy.none
        /// The commit that set the policy.
        var policyStart = CommitNumber(0)
        var marks: [String: CommitNumber] = [:]
        var authors: [CommitNumber: String] = [:]
        var lastAuthored = CommitNumber(0)
        var turns = PastTurns()
        /// The erased objects, and the commits that have deleted them.
        var erased: [(id: Value, commit: CommitNumber)] = []
        /// The place of a consumer, and the objects as its commits have told them.
        var consumer: (place: CommitNumber, objects: [Value: [Value]])?

        init() throws {
            store = try TestStore(segmentSizeNominal: 3000) {
                $0.compaction.slack = 8000
                $0.compaction.tombstoneBytesMin = 200
            }
            try note()
            try store.database.performChanges { changes in
                try changes.define(entity, attributes: attributes, id: "id", indexes: [])
            }
            try note()
        }

        mutating func note() throws {
            let snapshot = try store.database.snapshot()
            if states.last?.commit != snapshot.commit { states.append(snapshot) }
        }

        /// Returns the objects in a noted state without those that were erased since.
        func contents(of state: DatabaseSnapshot) throws -> [Value: [Value]] {
            var contents = try TestStore.contents(of: state)[entity] ?? [:]
            for erased in erased where state.commit < erased.commit { contents[erased.id] = nil }
            return contents
        }

        mutating func redefine() throws {
            try store.database.performChanges { changes in
                try changes.redefine(entity, attributes: attributes, indexes: indexes)
            }
            try note()
        }

        func values(_ id: Int64, _ text: Int, _ population: Int64) -> [Value] {
            let heights: [Value] = (0..<population / 3).map { .int($0 * 7 + Int64(text)) }
            let known: [Value] = [
                .int(id), .string(PastSnapshotTests.mark(id) + texts[text]),
                population == 0 ? .null : .int(population),
                .array(heights),
            ]
            return known + attributes.dropFirst(known.count).map { _ in .int(id) }
        }

        func apply(_ write: Write, _ changes: Changes) throws {
            switch write {
            case .save(let id, let text, let population):
                _ = try changes.save(values(id, text, population), in: entity)
            case .delete(let id): _ = try changes.delete(.int(id), from: entity)
            case .replace(let id, let text):
                _ = try changes.delete(.int(id), from: entity)
                _ = try changes.insert(values(id, text, 5), into: entity)
            }
        }

        mutating func keep(_ policy: HistoryPolicy) throws {
            if policy == self.policy { return }
            try store.database.setHistory(policy)
            try note()
            self.policy = policy
            policyStart = try store.database.snapshot().commit
        }

        mutating func mark(_ number: Int) throws {
            let name = "mark \(number)"
            if marks[name] != nil {
                #expect(throws: StoreError.self) {
                    try store.database.performChanges { try $0.mark(name) }
                }
                return
            }
            try store.database.performChanges { try $0.mark(name) }
            try note()
            marks[name] = try store.database.snapshot().commit
        }

        mutating func removeMark(_ number: Int) throws {
            let name = "mark \(number)"
            guard marks.removeValue(forKey: name) != nil else { return }
            try store.database.performChanges { try $0.removeMark(name) }
            try note()
        }

        /// Returns whether a state must be there, by the policies and marks so far.
        func isPromised(_ commit: CommitNumber) throws -> Bool {
            let last = try store.database.snapshot().commit
            if commit == last || marks.values.contains(commit) { return true }
            return try isKept(commit)
        }

        /// Returns whether the policy so far keeps a state and all later ones.
        func isKept(_ commit: CommitNumber) throws -> Bool {
            let last = try store.database.snapshot().commit
            if let consumer, commit >= consumer.place { return true }
            guard policy.isKept, policy.bytes == nil, commit >= policyStart else { return false }
            return policy.commits.map { last.rawValue - commit.rawValue <= $0 } ?? true
        }

        mutating func noteAuthor(_ author: String) throws {
            try note()
            guard let commit = states.last?.commit, !author.isEmpty else { return }
            if authors[commit] == nil, commit > lastAuthored { authors[commit] = author }
            lastAuthored = max(lastAuthored, commit)
        }

        /// Reads the commits after one, and compares what they tell with the states between them.
        /// - Parameter start: The commit; nil for the oldest that is possible.
        func readCommits(behind start: CommitNumber?) throws {
            let history = try store.database.history()
            let start = max(start ?? history.horizon, history.horizon)
            guard start < history.end else { return }
            let noted = Dictionary(uniqueKeysWithValues: states.map { ($0.commit, $0) })
            var copy = try noted[start].map { try contents(of: $0) }
            var next = start.rawValue + 1
            try history.forEachCommit(in: CommitNumber(next)...history.end) { commit in
                try requireEqual(commit.number.rawValue, next, "commits are in order")
                next += 1
                if let author = authors[commit.number] {
                    try requireEqual(commit.author, author, "author of \(commit.number)")
                    try requireEqual(commit.note, "note", "note of \(commit.number)")
                }
                try copy?.follow(commit, of: entity)
                guard let state = noted[commit.number] else { return true }
                try requireEqual(commit.token.digest, state.digest, "digest")
                try requireEqual(commit.time, state.time, "time")
                let contents = try contents(of: state)
                if copy != nil {
                    try requireEqual(
                        copy?.mapValues { $0.prefix(4) }, contents.mapValues { $0.prefix(4) },
                        "behind commit \(commit.number)")
                }
                copy = copy ?? contents
                return true
            }
            try requireEqual(next, history.end.rawValue + 1, "all commits were read")
        }

        /// Compares a former state with the one that was noted.
        func look(_ choice: Int) throws {
            let noted = states[choice % states.count]
            let found: DatabaseSnapshot
            do { found = try store.database.snapshot(at: noted.commit) } catch {
                let code = (error as? StoreError)?.code
                try require(try code == .historyGone && !isPromised(noted.commit), "\(error)")
                return
            }
            try requireEqual(found.digest, noted.digest, "digest")
            try requireEqual(found.time, noted.time, "time")
            try PastSnapshotTests.checkTrees(of: found)
            guard let definition = noted.catalog[entity] else { return }
            var former = try contents(of: noted)
            let added = attributes.count - definition.schema.attributes.count
            for id in former.keys { former[id]? += Array(repeating: .null, count: added) }
            let past = try TestStore.contents(of: found)[entity] ?? [:]
            try requireEqual(past, former, "the objects behind commit \(noted.commit)")
        }
    }

    /// Checks that the trees are those that would be built of the rows.
    static func checkTrees(of snapshot: DatabaseSnapshot) throws {
        let version = snapshot.version
        try version.checkInvariants(upTo: .max)
        for definition in snapshot.catalog.all {
            let indexes = definition.allIndexes.filter { version.isBuilt($0.slot) }
            let all = try IndexEntries.all(of: indexes, definition, in: snapshot.view)
            for (index, built) in zip(indexes, all) {
                let tree =
                    index.slot < 0
                    ? version.roots(of: definition.schema.number).ids : version.tree(index.slot)
                try requireEqual(tree.entries, built.entries, "index \(index.name)")
                try tree.checkInvariants()
            }
        }
    }

    static func run(_ steps: [Step]) throws {
        var world = try World()
        for step in steps {
            let database = world.store.database
            switch step {
            case .commit(let writes):
                let before = world.states.last
                // Some commits have an author.
                let author = writes.count % 3 == 1 ? "author of \(world.states.count)" : ""
                try database.performChanges(author: author, note: author.isEmpty ? "" : "note") {
                    changes in
                    for write in writes { try world.apply(write, changes) }
                }
                try world.noteAuthor(author)
                try world.note()
                world.noteChange(since: before)
            case .look(let choice): try world.look(choice)
            case .addIndex(let place):
                guard !world.indexes.contains(indexes[place]) else { continue }
                world.indexes.append(indexes[place])
                try world.redefine()
            case .addAttribute:
                let number = UInt32(world.attributes.count + 1)
                world.attributes.append(
                    attribute(number, "more\(number)", .scalar(.int64), isNullable: true))
                try world.redefine()
            case .compact:
                _ = try database.compact()
                try world.note()
            case .compactStep:
                _ = try database.compactStep()
                try world.note()
            case .keep(let policy): try world.keep(policy)
            case .mark(let number): try world.mark(number)
            case .removeMark(let number): try world.removeMark(number)
            case .revert(let choice, let handling): try world.revert(choice, handling)
            case .undo: try world.undo()
            case .redo: try world.redo()
            case .revisions(let id): try world.checkRevisions(of: .int(id))
            case .erase(let id): try world.erase(id)
            case .compare(let one, let two): try world.compare(one, two)
            case .consume: try world.consume()
            case .removeConsumer: try world.removeConsumer()
            case .fork(let choice): try world.fork(choice)
            case .checkpoint: try database.checkpoint()
            case .reopen: try world.store.reopen()
            case .kill: try world.store.reopenAfterKill()
            }
        }
        for choice in world.states.indices { try world.look(choice) }
        try world.readCommits(behind: nil)
        if let last = world.states.randomElement(seed: steps.count) {
            try world.readCommits(behind: last.commit)
        }
        try world.store.checkIntegrity()
    }

    @Test func `each state that is kept can be read`() {
        property("past", runs: 60, .array(of: Self.step, count: 0...40)) { try Self.run($0) }
    }
}

extension [DatabaseSnapshot] {
    fileprivate func randomElement(seed: Int) -> DatabaseSnapshot? {
        isEmpty ? nil : self[seed * 7919 % count]
    }
}

extension [Value: [Value]] {
    /// Applies a commit's changes of an entity to a copy. Only the first attributes are compared:
    /// others were added later.
    mutating func follow(_ commit: LoggedCommit, of entity: String) throws {
        guard let schema = commit.after.catalog[entity]?.schema else { return }
        for change in commit.changes where change.entity == schema.number {
            let old = try commit.old(change).map {
                try commit.before.values(of: $0, schema: schema)
            }
            let new = try commit.new(change).map {
                try commit.after.values(of: $0, schema: schema)
            }
            let id = try #require(old?.first ?? new?.first)
            try requireEqual(
                self[id]?.prefix(4), old?.prefix(4), "the old values of \(id) in \(commit.number)")
            self[id] = new
        }
    }
}
