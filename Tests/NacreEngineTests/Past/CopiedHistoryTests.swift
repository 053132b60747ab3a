import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Commits that are written again in another store, with their numbers, times and authors.
@Suite struct CopiedHistoryTests {
    private static let entity = PastSnapshotTests.entity

    private static func save(_ store: TestStore, _ id: Int64, _ name: String) throws {
        try store.database.performChanges(author: "author \(id)", note: String(name.prefix(9))) {
            changes in
            _ = try changes.save([.int(id), .string(name), .int(id), .null], in: entity)
        }
    }

    /// Makes a store with a mark before its horizon, a compaction, deletions and external values.
    private static func store() throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 3000)
        try store.database.performChanges { changes in
            try changes.define(
                entity, attributes: PastSnapshotTests.attributes, id: "id", indexes: [["name"]])
        }
        for id in 0..<10 as Range<Int64> { try save(store, id, "early \(id)") }
        try store.database.performChanges { try $0.mark("early") }
        for id in 0..<10 as Range<Int64> { try save(store, id, "middle \(id)") }
        try store.database.lengthenHistory(to: .forever)
        _ = try store.database.compact()
        try save(store, 3, String(repeating: "x", count: 70_000))
        try store.database.performChanges { changes in
            _ = try changes.delete(.int(3), from: entity)
            _ = try changes.delete(.int(4), from: entity)
        }
        for id in 3..<20 as Range<Int64> { try save(store, id, "late \(id)") }
        return store
    }

    /// Writes the commits of one store in another one.
    private static func copy(_ kept: KeptHistory, to store: TestStore) throws {
        var isDefined = false
        try kept.forEachCommit { stamp, commit in
            try store.database.performChanges(as: stamp) { changes in
                if !isDefined {
                    try changes.define(entity, attributes: PastSnapshotTests.attributes, id: "id")
                    try changes.setHistory(.forever)
                    isDefined = true
                }
                guard let schema = commit?.after.catalog[entity]?.schema else { return }
                for change in commit?.changes ?? [] {
                    if let new = try commit?.new(change), let after = commit?.after {
                        let values = try after.values(of: new, schema: schema)
                        _ = try changes.save(values, in: entity)
                    } else if let old = try commit?.old(change), let before = commit?.before {
                        _ = try changes.delete(before.id(of: old), from: entity)
                    }
                }
            }
            try kept.forEachJoining(at: stamp.number) { schema, id in
                Issue.record("\(schema.name) \(id) is deleted at the first state")
            } saved: { _ in
            }
        }
    }

    @Test func `a copy of the commits has their numbers, times, authors and states`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                Self.entity, attributes: PastSnapshotTests.attributes, id: "id", indexes: [])
            try changes.setHistory(.forever)
        }
        for id in 0..<30 as Range<Int64> { try Self.save(store, id % 7, "name \(id)") }
        try store.database.performChanges { changes in
            _ = try changes.delete(.int(3), from: Self.entity)
        }
        let copy = try TestStore()
        try Self.copy(store.database.keptHistory(), to: copy)
        let newest = try store.database.snapshot()
        #expect(try copy.database.snapshot().commit == newest.commit)
        for number in 1...newest.commit.rawValue {
            let (one, other) = (
                try store.database.snapshot(at: CommitNumber(number)),
                try copy.database.snapshot(at: CommitNumber(number))
            )
            #expect(one.time == other.time)
            #expect(
                try TestStore.contents(of: one)[Self.entity]
                    == TestStore.contents(of: other)[Self.entity], "commit \(number)")
        }
        let wrong = #expect(throws: StoreError.self) {
            try copy.database.performChanges(
                as: CommitStamp(number: CommitNumber(500), time: 0)
            ) { _ in }
        }
        #expect(wrong?.code == .invalidValue)
        try copy.checkIntegrity()
    }

    @Test func `states of marks and horizons come before the commits after them`() throws {
        let store = try Self.store()
        let kept = try store.database.keptHistory()
        #expect(kept.marks.map(\.name) == ["early"])
        #expect(kept.states.first?.rawValue == kept.marks.first?.commit)
        var (numbers, states, saved, deleted) = ([UInt64](), 0, 0, 0)
        let copy = try TestStore()
        try kept.forEachCommit { stamp, commit in
            numbers.append(stamp.number.rawValue)
            if stamp.isState { states += 1 }
            #expect((commit == nil) == stamp.isState)
            try kept.forEachJoining(at: stamp.number) { _, _ in
                deleted += 1
            } saved: { _ in
                saved += 1
            }
            try copy.database.performChanges(as: stamp) { _ in }
        }
        #expect(states == 2 && saved == 20 && deleted == 0)
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        #expect(try copy.database.snapshot().commit == kept.head.commit)
        try copy.checkIntegrity()
    }

    @Test func `commits are selected by author, time, entity and object`() throws {
        let store = try Self.store()
        var selection = CommitSelection()
        let all = try store.database.commits(selection)
        #expect(all.map(\.token.commitNumber) == all.map(\.token.commitNumber).sorted(by: >))
        selection.author = "author 3"
        let mine = try store.database.commits(selection)
        #expect(mine.map(\.note.count) == ["late 3".count, 9])
        selection.object = (Self.entity, .int(4))
        #expect(try store.database.commits(selection).isEmpty)
        selection.author = nil
        #expect(try store.database.commits(selection).map(\.author).contains("author 4"))
        selection.entities = [Self.entity]
        selection.limit = 1
        #expect(try store.database.commits(selection).count == 1)
        selection.times = 0..<1
        #expect(try store.database.commits(selection).isEmpty)
        selection.entities = ["Nowhere"]
        #expect(throws: StoreError.self) { _ = try store.database.commits(selection) }
    }

    @Test func `history is forgotten, consumers are dropped, and policies lengthened`() throws {
        let store = try Self.store()
        let database = store.database
        let head = try database.snapshot().commit
        #expect(throws: StoreError.self) {
            try database.forgetHistory(before: CommitNumber(head.rawValue + 9))
        }
        try database.forgetHistory(before: CommitNumber(head.rawValue - 2))
        #expect(try database.horizon().commit.rawValue == head.rawValue - 2)
        try database.lengthenHistory(to: .commits(3))
        #expect(try database.historySettings().policy == .forever)
        try database.addConsumer("slow", since: nil, limit: .commits(2))
        try database.addConsumer("slow", since: nil, limit: .commits(3))
        for id in 0..<9 as Range<Int64> { try Self.save(store, id, "more") }
        _ = try database.compact()
        let error = #expect(throws: StoreError.self) {
            _ = try database.place(ofConsumer: "slow")
        }
        #expect(error?.code == .historyGone)
        #expect(throws: StoreError.self) {
            try database.addConsumer("slow", since: nil, limit: .forever)
        }
        #expect(throws: StoreError.self) { _ = try database.place(ofConsumer: "none") }
        #expect(throws: StoreError.self) {
            try database.performChanges { try $0.removeConsumer("none") }
        }
    }
}
