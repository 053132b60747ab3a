import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

@Suite struct HistoryTests {
    @Test func `combined changes omit objects that came and went, or are unchanged`() throws {
        let store = try CommitFeedTests.store()
        try CommitFeedTests.save(store, 1, "a")
        try CommitFeedTests.save(store, 2, "b")
        try CommitFeedTests.save(store, 5, "same")
        let first = try store.database.snapshot().commit
        try CommitFeedTests.save(store, 3, "new")
        try CommitFeedTests.save(store, 1, "x")
        try store.database.performChanges { changes in
            _ = try changes.delete(.int(2), from: CityEntity.name)
        }
        try CommitFeedTests.save(store, 3, "newer")
        try CommitFeedTests.save(store, 4, "gone")
        try store.database.performChanges { changes in
            _ = try changes.delete(.int(4), from: CityEntity.name)
        }
        try CommitFeedTests.save(store, 2, "again")
        try CommitFeedTests.save(store, 1, "y")
        try CommitFeedTests.save(store, 5, "other")
        try CommitFeedTests.save(store, 5, "same")
        let history = try store.database.history()
        let sum = try store.database.difference(from: first, to: history.end).records
        // By rows.
        #expect(sum.changes.map(\.kind) == [.updated, .updated, .inserted])
        let (start, end) = (sum.before, sum.after)
        let schema = try #require(end.catalog[CityEntity.name]).schema
        func names(_ found: [FoundRecord?], _ storage: HistoryStorage) throws -> [Value] {
            try found.compactMap { $0 }.map { try storage.values(of: $0, schema: schema)[1] }
        }
        #expect(
            try names(sum.changes.map { try $0.oldRecord(in: start) }, start) == [
                .string("a"), .string("b"),
            ])
        #expect(
            try names(sum.changes.map { try $0.newRecord(in: end) }, end) == [
                .string("y"), .string("again"), .string("newer"),
            ])
    }

    @Test func `the history begins after the commits that compaction has joined`() throws {
        let store = try CommitFeedTests.store()
        for turn in 0..<20 { try CommitFeedTests.save(store, 1, "\(turn)") }
        let whole = try store.database.history()
        #expect(whole.horizon == CommitNumber(0) && whole.end == CommitNumber(21))
        _ = try store.database.compact()
        #expect(try store.database.history().horizon == CommitNumber(21))
        try CommitFeedTests.save(store, 1, "behind")
        try store.reopen()
        let history = try store.database.history()
        var lines: [String] = []
        try history.forEachCommit(in: CommitNumber(22)...CommitNumber(30)) {
            lines += try CommitFeedTests.lines($0)
            return true
        }
        #expect(lines == ["updated 1 19 -> 1 behind"])
        #expect(
            DatabaseTests.code {
                try history.forEachCommit(in: CommitNumber(21)...CommitNumber(22)) { _ in true }
            } == .historyGone)
    }
}
