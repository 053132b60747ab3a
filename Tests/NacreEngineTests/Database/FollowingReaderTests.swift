import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Stores that are open for reading only while this process has them open for writing.
@Suite struct FollowingReaderTests {
    /// A directory that is removed with the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "nacre-following-\(UUID().uuidString)"
        var store: String { "\(path)/a.nacre" }

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static var reading: Database.Options {
        var options = Database.Options.readOnly
        options.followsWriter = true
        return options
    }

    private static func writer(_ path: String) throws -> Database {
        try Database(
            at: path, options: Database.Options(createsStore: true, segmentSizeNominal: 4000))
    }

    private static func save(_ ids: Range<Int64>, _ name: String, in store: Database) throws {
        try CompactionTests.save(ids, name, in: store)
    }

    private static func names(_ store: Database) throws -> [String] {
        try store.snapshot().fetch(Query(entity: CityEntity.name)).compactMap { object in
            guard case .string(let name) = object.values[1] else { return nil }
            return name
        }
    }

    @Test func `T20 each commit of the writer is visible at once`() throws {
        let folder = try Folder()
        let writer = try Self.writer(folder.store)
        try Self.save(0..<2, "a", in: writer)
        let reader = try Database(at: folder.store, options: Self.reading)
        #expect(try Self.names(reader) == ["a 0", "a 1"])
        let before = try reader.snapshot()
        try Self.save(1..<3, "b", in: writer)
        #expect(try Self.names(reader) == ["a 0", "b 1", "b 2"])
        #expect(try reader.snapshot().commit == writer.snapshot().commit)
        #expect(try before.count(CityEntity.name) == 2, "a snapshot stays as it is")
        #expect(DatabaseTests.code { try Self.save(0..<1, "c", in: reader) } == .readOnly)
        try reader.close()
        #expect(DatabaseTests.code { _ = try reader.snapshot() } == .closed)
        try Self.save(3..<4, "d", in: writer)
        #expect(try writer.snapshot().count(CityEntity.name) == 4)
        #expect(DatabaseTests.code { _ = try reader.snapshot() } == .closed)
        try writer.close()
    }

    @Test func `T20 reader and writer share one list of pins`() throws {
        let folder = try Folder()
        let writer = try Self.writer(folder.store)
        try Self.save(0..<2, "a", in: writer)
        let reader = try Database(at: folder.store, options: Self.reading)
        let snapshot = try reader.snapshot(label: "report")
        try Self.save(0..<2, "b", in: writer)
        #expect(try writer.statistics().pins.map(\.label) == ["report"])
        #expect(try reader.statistics().lastCommit == writer.snapshot().commit)
        withExtendedLifetime(snapshot) {}
    }

    @Test func `T20 the last state stays when the writer closes, and the next one is followed`()
        throws
    {
        let folder = try Folder()
        var writer = try Self.writer(folder.store)
        try Self.save(0..<2, "a", in: writer)
        try writer.close()
        let early = try Database(at: folder.store, options: Self.reading)
        writer = try Self.writer(folder.store)
        let late = try Database(at: folder.store, options: Self.reading)
        for round in 0..<3 {
            try Self.save(0..<2, "round \(round)", in: writer)
            let expected = ["round \(round) 0", "round \(round) 1"]
            for reader in [early, late] { #expect(try Self.names(reader) == expected) }
            if round == 1 { _ = try writer.compact() }
            try writer.close()
            for reader in [early, late] { #expect(try Self.names(reader) == expected) }
            writer = try Self.writer(folder.store)
            for reader in [early, late] { #expect(try Self.names(reader) == expected) }
        }
        // A writer that is dropped ends like one that is closed.
        writer = try Self.writer(folder.path + "/other.nacre")
        #expect(try Self.names(early) == ["round 2 0", "round 2 1"])
        let next = try Self.writer(folder.store)
        try Self.save(0..<1, "last", in: next)
        for reader in [early, late] { #expect(try Self.names(reader) == ["last 0", "round 2 1"]) }
    }

    @Test func `T20 the lock counts, not the path`() throws {
        let folder = try Folder()
        let writer = try Self.writer(folder.store)
        try Self.save(0..<1, "a", in: writer)
        let link = "\(folder.path)/link.nacre"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.store)
        // A copy made of hard links has the same lock in another directory.
        let copy = "\(folder.path)/copy.nacre"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.store) {
            try FileManager.default.linkItem(
                atPath: "\(folder.store)/\(name)", toPath: "\(copy)/\(name)")
        }
        let reader = try Database(at: link, options: Self.reading)
        let other = try Database(at: copy, options: Self.reading)
        try Self.save(1..<2, "b", in: writer)
        #expect(try Self.names(reader) == ["a 0", "b 1"])
        #expect(try Self.names(other) == ["a 0"])
        // The directory stays the same when it is moved.
        try FileManager.default.moveItem(atPath: folder.store, toPath: "\(folder.path)/b.nacre")
        let moved = try Database(at: "\(folder.path)/b.nacre", options: Self.reading)
        #expect(try Self.names(moved) == ["a 0", "b 1"])
    }

    @Test func `T20 a store with limits, or without trust, reads the files itself`() throws {
        let folder = try Folder()
        let writer = try Self.writer(folder.store)
        try Self.save(0..<1, "a", in: writer)
        var untrusted = Database.Options.untrusted
        untrusted.followsWriter = true
        var limited = Self.reading
        limited.limits = .tight
        let readers = try [untrusted, limited, .readOnly].map {
            try Database(at: folder.store, options: $0)
        }
        try Self.save(1..<2, "b", in: writer)
        for reader in readers { #expect(try Self.names(reader) == ["a 0"]) }
    }

    @Test func `T20 a change of the schema ends following, and the state before it stays`() throws {
        let folder = try Folder()
        let writer = try Self.writer(folder.store)
        try Self.save(0..<1, "a", in: writer)
        let reader = try Database(at: folder.store, options: Self.reading)
        let feed = try reader.commitFeed()
        try writer.performChanges { try TestStore.defineNamed("Other", in: $0) }
        try Self.save(0..<1, "b", in: writer)
        #expect(try Self.names(reader) == ["a 0"])
        #expect(try reader.snapshot().catalog.all.count == 1)
        #expect(try feed.next() == nil && feed.isEnded)
        let again = try Database(at: folder.store, options: Self.reading)
        #expect(try Self.names(again) == ["b 0"])
    }

    @Test func `T20 a reader follows the writer through its first backup`() throws {
        let folder = try Folder()
        let writer = try Self.writer(folder.store)
        try Self.save(0..<1, "a", in: writer)
        let reader = try Database(at: folder.store, options: Self.reading)
        let files = MemoryFileSystem()
        #expect(try writer.backup(to: "/copies/first", files: files).isRecorded)
        try Self.save(0..<1, "b", in: writer)
        #expect(try Self.names(reader) == ["b 0"])
        #expect(try reader.copies(files: files).count == 1)
    }

    @Test func `T20 a feed of the reader has every commit, and ends with the writer`() throws {
        let folder = try Folder()
        let writer = try Self.writer(folder.store)
        try Self.save(0..<1, "a", in: writer)
        let reader = try Database(at: folder.store, options: Self.reading)
        let feed = try reader.commitFeed()
        for round in 0..<40 {
            try Self.save(0..<1, "\(round)", in: writer)
            // The reader's feed holds the history of the writer.
            if round % 10 == 9 { _ = try writer.compact() }
        }
        for round in 0..<40 {
            let commit = try #require(try feed.next())
            let old = round == 0 ? "a 0" : "\(round - 1) 0"
            #expect(try CommitFeedTests.lines(commit) == ["updated 0 \(old) -> 0 \(round) 0"])
        }
        #expect(try feed.next() == nil && !feed.isEnded)
        try Self.save(0..<1, "last", in: writer)
        try writer.close()
        #expect(try feed.next() != nil)
        #expect(try feed.next() == nil && feed.isEnded)
        #expect(try reader.commitFeed().isEnded)
    }

    @Test func `T20 readers on many threads see whole commits only`() async throws {
        let folder = try Folder()
        let path = folder.store
        let writer = try Self.writer(path)
        try Self.save(0..<8, "-1", in: writer)
        let reader = try Database(at: path, options: Self.reading)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<200 {
                    try Self.save(0..<8, "\(round)", in: writer)
                    if round % 20 == 0 { _ = try writer.compact() }
                }
                try writer.close()
            }
            for opens in [false, false, true] {
                group.addTask {
                    var last = -1
                    while last < 199 {
                        let own = opens ? try Database(at: path, options: Self.reading) : reader
                        let rounds = try Self.names(own).map {
                            try #require($0.split(separator: " ").first.flatMap { Int($0) })
                        }
                        let round = try #require(rounds.first)
                        #expect(rounds == Array(repeating: round, count: 8))
                        #expect(round >= last)
                        last = round
                        if opens { try own.close() }
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
