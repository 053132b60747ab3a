import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A store remembers the copies that were made through it, because an erase cannot reach them.
@Suite struct RecordedCopyTests {
    private static let place = "/copies/first"

    private static func store() throws -> TestStore {
        let store = try TestStore()
        try BackupTests.save("a", in: store.database)
        return store
    }

    @Test func `a backup is recorded once, with its commit`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        let first = try store.database.backup(to: Self.place, files: files)
        #expect(first.isRecorded && first.lastCommit == 1)
        let copies = try store.database.copies(files: files)
        #expect(copies.map(\.path) == [Self.place])
        #expect(copies.map(\.kind) == [.backup])
        #expect(copies.map(\.commit) == [1])
        #expect(copies.map(\.isMissing) == [false])
        #expect(copies.allSatisfy { $0.time > 0 })
        let commit = try store.database.snapshot().commit
        #expect(try store.database.backup(to: Self.place, files: files).isRecorded)
        #expect(try store.database.snapshot().commit == commit)
        #expect(try store.database.backup(to: "/copies/second", files: files).isRecorded)
        try store.reopen()
        let again = try store.database.copies(files: MemoryFileSystem())
        #expect(again.map(\.path) == [Self.place, "/copies/second"])
        #expect(again.map(\.isMissing) == [true, true])
        try store.checkIntegrity()
    }

    @Test func `a recorded copy can be forgotten, and recorded as another kind`() throws {
        let store = try Self.store()
        let database = store.database
        try database.recordCopy(
            .fork, path: Self.place, commit: CommitNumber(1), files: MemoryFileSystem())
        #expect(try database.copies().map(\.kind) == [.fork])
        _ = try database.backup(to: Self.place, files: MemoryFileSystem())
        #expect(try database.copies().map(\.kind) == [.backup])
        try database.performChanges { try $0.forgetCopy(at: Self.place) }
        #expect(try database.copies() == [])
        let code = BackupTests.code {
            try database.performChanges { try $0.forgetCopy(at: Self.place) }
        }
        #expect(code == .noSuchObject)
    }

    @Test func `a path is recorded as an absolute one`() throws {
        let files = POSIXFileSystem()
        #expect(try files.absolutePath("/a//b/") == "/a/b")
        let relative = try files.absolutePath("a/../b")
        #expect(relative.hasPrefix("/") && relative.hasSuffix("/a/../b"))
    }

    @Test func `a refused backup is not recorded`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem(Self.place, files: ["letter": [1]])
        #expect(throws: StoreError.self) {
            try store.database.backup(to: Self.place, files: files)
        }
        #expect(try store.database.copies() == [])
    }

    @Test func `a backup succeeds where nothing can be recorded`() throws {
        let store = try Self.store()
        try store.database.close()
        let reader = try Database(
            at: TestStore.path, options: .readOnly, fileSystem: store.files)
        let files = MemoryFileSystem()
        #expect(try !reader.backup(to: Self.place, files: files).isRecorded)
        #expect(try reader.copies() == [])

        let plan = FailurePlan()
        let disk = FailingFileSystem(MemoryFileSystem(), plan: plan)
        let database = try Database(
            at: TestStore.path, options: .creating, fileSystem: disk, environment: .repeatable())
        // Fills the part of the segment that has disk space already.
        try BackupTests.save("a", 0..<2000, in: database)
        plan.fillDisk(after: 0, reserved: 0)
        var isFull = false
        for id in 0..<20_000 as Range<Int64> where !isFull {
            let code = BackupTests.code { try BackupTests.save("b", id..<id + 1, in: database) }
            isFull = code != nil
        }
        #expect(isFull)
        let report = try database.backup(to: "/copies/full", files: files)
        #expect(!report.isRecorded)
        #expect(report.copiedBytes > 0)
    }

    @Test func `records are neither delivered to consumers nor undone`() throws {
        let store = try Self.store()
        let database = store.database
        try database.performChanges { try $0.setHistory(.forever) }
        let feed = try database.commitFeed()
        try BackupTests.save("b", 0..<1, in: database)
        _ = try database.backup(to: Self.place, files: MemoryFileSystem())
        try database.performChanges { try $0.forgetCopy(at: Self.place) }
        try BackupTests.save("c", 0..<1, in: database)
        let saved = try database.snapshot().commit
        #expect(try feed.next()?.number == CommitNumber(3))
        #expect(try feed.next()?.number == saved)
        #expect(try feed.next() == nil)
        _ = try database.backup(to: Self.place, files: MemoryFileSystem())
        let turn = try database.undo(author: nil, isRedo: false) { body in
            try database.performChanges { changes in
                try body(changes) { try changes.revert($0, onConflict: .fail) }
            }
        }
        #expect(turn?.commit == saved)
        #expect(try database.copies().count == 1)
    }

    @Test func `an erase names the copies, which still have the object`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        _ = try store.database.backup(to: Self.place, files: files)
        let text = String(long: "a", count: 20)
        let erased = try (0..<20 as Range<Int64>).map { id in
            let object = try #require(
                try store.database.snapshot().find(.int(id), in: CityEntity.name))
            return (CityEntity.name, object.id)
        }
        let report = try store.database.erase(erased)
        #expect(report.copies.map(\.path) == [Self.place])
        #expect(try store.remnants(of: text).isClean)
        let copy = RemnantSearch(path: Self.place, fileSystem: files)
        #expect(try !copy.run(text).isClean)
        // A later backup to the same place takes the object out.
        _ = try store.database.backup(to: Self.place, files: files)
        #expect(try copy.run(text).isClean)
    }

    @Test func `a fork is recorded before it holds anything, and an erase names it`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        let before = try store.database.snapshot().commit
        let report = try store.database.fork(to: Self.place, files: files)
        #expect(report.isRecorded)
        #expect(report.commit == before.rawValue)
        #expect(try store.database.snapshot().commit == before.next)
        let copies = try store.database.copies(files: files)
        #expect(copies.map(\.kind) == [.fork])
        #expect(copies.map(\.commit) == [before.rawValue])
        #expect(try store.database.erase([("City", .int(1))]).copies.map(\.path) == [Self.place])
        let reader = try Database(
            at: TestStore.path, options: .readOnly, fileSystem: store.files)
        #expect(try !reader.fork(to: "/copies/other", files: files).isRecorded)
    }

    @Test func `an erase during a fork names it, and a fork that cannot be made is not recorded`()
        throws
    {
        let store = try Self.store()
        let files = MemoryFileSystem()
        var named: [StoreCopy] = []
        _ = try store.database.fork(
            to: Self.place, files: files,
            making: { begin in
                // What is to be copied is known already, and nothing is recorded yet.
                named = try store.database.erase([("City", .int(1))]).copies
                return try begin()
            })
        #expect(named.map(\.path) == [Self.place])
        #expect(named.map(\.kind) == [.fork])
        #expect(try store.database.copies().map(\.path) == [Self.place])
        let code = DatabaseTests.code {
            _ = try store.database.fork(
                at: CommitNumber(999), to: "/copies/none", files: files)
        }
        #expect(code == .invalidValue)
        #expect(try store.database.copies().map(\.path) == [Self.place])
    }
}
