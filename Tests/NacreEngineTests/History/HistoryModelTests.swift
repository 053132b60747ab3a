import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Consumers keep copies of the store only from the contents of its commits. Whatever is changed,
/// compacted, closed and killed between, and whenever they read, each copy equals the store.
@Suite struct HistoryModelTests {
    enum Write: Sendable {
        case save(id: Int64, text: Int)
        case delete(id: Int64)
        /// Deletes and inserts again.
        case replace(id: Int64, text: Int)
    }

    enum Step: Sendable {
        case commit([Write])
        /// A consumer catches up.
        case read(Int)
        /// A consumer ends, and continues from its token.
        case resume(Int)
        case compact
        case compactStep
        case reopen
        case kill
    }

    static let consumers = 3

    /// Texts, some of which become external values.
    static let texts = ["", "a", "b\u{301}", String(long: "x", count: 70_000), "z"]

    static let id = Generator<Int64>.integer(in: 0...12)
    static let text = Generator<Int>.integer(in: 0...texts.count - 1)

    static let write = Generator<Write>.frequency(
        (
            4,
            Generator<Write> { choices throws(Rejection) in
                .save(id: try choices.draw(id), text: try choices.draw(text))
            }
        ), (2, id.map { .delete(id: $0) }),
        (
            1,
            Generator<Write> { choices throws(Rejection) in
                .replace(id: try choices.draw(id), text: try choices.draw(text))
            }
        ))

    static let consumer = Generator<Int>.integer(in: 0...consumers - 1)

    static let step = Generator<Step>.frequency(
        (8, Generator<[Write]>.array(of: write, count: 0...6).map { .commit($0) }),
        (3, consumer.map { .read($0) }), (2, consumer.map { .resume($0) }), (1, .just(.compact)),
        (1, .just(.compactStep)), (1, .just(.reopen)), (1, .just(.kill)))

    static func apply(_ write: Write, _ changes: Changes) throws {
        func values(_ id: Int64, _ text: Int) -> [Value] {
            CityEntity.values(id, texts[text], population: id)
        }
        switch write {
        case .save(let id, let text):
            _ = try changes.save(values(id, text), in: CityEntity.name)
        case .delete(let id): _ = try changes.delete(.int(id), from: CityEntity.name)
        case .replace(let id, let text):
            _ = try changes.delete(.int(id), from: CityEntity.name)
            _ = try changes.insert(values(id, text), into: CityEntity.name)
        }
    }

    /// A store, and copies of it.
    struct World {
        let store: TestStore
        var feeds: [CommitFeed]
        var copies: [[Value: [Value]]]
        /// The content of the store after each commit.
        var states: [CommitNumber: [Value: [Value]]] = [:]
        /// The number of times that a consumer had to start over.
        var restarts = 0

        init() throws {
            store = try TestStore(segmentSizeNominal: 3000) {
                $0.compaction.slack = 8000
                $0.compaction.tombstoneBytesMin = 200
            }
            try store.database.performChanges { try CityEntity.define(in: $0) }
            let database = store.database
            feeds = try (0..<consumers).map { _ in try database.commitFeed() }
            copies = Array(repeating: [:], count: consumers)
            try note()
        }

        func contents() throws -> [Value: [Value]] {
            try TestStore.contents(of: store.database.snapshot())[CityEntity.name] ?? [:]
        }

        func lastCommit() throws -> CommitNumber { try store.database.snapshot().commit }

        mutating func note() throws {
            states[try store.database.snapshot().commit] = try contents()
        }

        mutating func read(_ consumer: Int) throws {
            while let commit = try feeds[consumer].next() {
                let former = copies[consumer]
                try copies[consumer].follow(commit)
                let keys = Set(former.keys).union(copies[consumer].keys)
                try requireEqual(
                    commit.changes.count,
                    keys.filter { former[$0] != copies[consumer][$0] }.count,
                    "what commit \(commit.number) tells is what it changed")
                if let state = states[commit.number] {
                    try requireEqual(copies[consumer], state, "behind commit \(commit.number)")
                }
            }
            try requireEqual(copies[consumer], try contents(), "copy \(consumer) at the end")
        }

        mutating func resume(_ consumer: Int, afterCompaction: Bool) throws {
            let text = feeds[consumer].token.description
            let token = try #require(CommitToken(text))
            // A token with another digest is refused by the call, whatever its position.
            let wrong = text.dropLast() + (text.last == "7" ? "8" : "7")
            let forged = try #require(CommitToken(String(wrong)))
            let code = DatabaseTests.code { _ = try store.database.commitFeed(since: forged) }
            try requireEqual(code, .historyGone, "a forged token")
            do throws(StoreError) {
                feeds[consumer] = try store.database.commitFeed(since: token)
            } catch {
                guard error.code == .historyGone, afterCompaction else { throw error }
                restarts += 1
                feeds[consumer] = try store.database.commitFeed()
                copies[consumer] = try contents()
            }
        }
    }

    static func run(_ steps: [Step]) throws {
        var world = try World()
        var compacted = false
        for step in steps {
            switch step {
            case .commit(let writes):
                let (former, number) = (try world.contents(), try world.lastCommit())
                try world.store.database.performChanges { changes in
                    for write in writes { try apply(write, changes) }
                }
                try requireEqual(
                    try world.lastCommit() != number, try world.contents() != former,
                    "there is a commit where something has changed")
                try world.note()
            case .read(let consumer): try world.read(consumer)
            case .resume(let consumer):
                try world.resume(consumer, afterCompaction: compacted)
            case .compact:
                _ = try world.store.database.compact()
                compacted = true
            case .compactStep:
                // The result is whether more may be left to do, and not whether anything was done.
                func count() throws -> Int {
                    try world.store.database.statistics().compactions.compactions
                }
                let before = try count()
                _ = try world.store.database.compactStep()
                if try count() > before { compacted = true }
            case .reopen, .kill:
                if case .kill = step {
                    try world.store.reopenAfterKill()
                } else {
                    try world.store.reopen()
                }
                for consumer in 0..<consumers {
                    try world.resume(consumer, afterCompaction: compacted)
                }
            }
        }
        for consumer in 0..<consumers { try world.read(consumer) }
        try world.store.checkIntegrity()
    }

    @Test func `a consumer that follows the commits has the content of the store`() {
        property("history", runs: 60, .array(of: Self.step, count: 0...30)) { try Self.run($0) }
    }
}

extension [Value: [Value]] {
    /// Applies a commit's changes to a copy.
    fileprivate mutating func follow(_ commit: LoggedCommit) throws {
        for change in commit.changes {
            let schema = try #require(commit.after.catalog[CityEntity.name]).schema
            let old = try commit.old(change).map {
                try commit.before.values(of: $0, schema: schema)
            }
            let new = try commit.new(change).map {
                try commit.after.values(of: $0, schema: schema)
            }
            let id = try #require(old?.first ?? new?.first)
            try requireEqual(self[id], old, "the old values of \(id) in \(commit.number)")
            self[id] = new
        }
    }
}
