import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A backup is a store that can be opened at any moment, in the state of one commit.
@Suite struct BackupTests {
    static func save(_ name: String, _ ids: Range<Int64> = 0..<20, in store: Database) throws {
        try store.performChanges { changes in
            if changes.catalog[CityEntity.name] == nil { try CityEntity.define(in: changes) }
            for id in ids {
                try changes.save(
                    CityEntity.values(id, name, country: String(long: name, count: 20)),
                    in: CityEntity.name)
            }
        }
    }

    static func open(_ files: MemoryFileSystem) throws -> Database {
        try Database(at: "backup", options: .readOnly, fileSystem: files)
    }

    static func contents(_ files: MemoryFileSystem) throws -> [String: [Value: [Value]]] {
        try TestStore.contents(of: open(files).snapshot())
    }

    static func code(_ body: () throws -> Void) -> StoreError.Code? { DatabaseTests.code(body) }

    @Test func `a backup opens as its source store does after a clean close`() throws {
        try withStore(segmentSizeNominal: 4000) { store in
            let files = MemoryFileSystem()
            for number in 0..<8 { try Self.save("\(number)", in: store.database) }
            let report = try store.database.backup(to: "backup", files: files)
            #expect(report.lastCommit == 8)
            #expect(report.keptSegments == 0)
            #expect(try Self.contents(files) == store.contents())
            #expect(try Self.open(files).recovery == nil)
            #expect(try IntegrityChecker(path: "backup", fileSystem: files).run().isSound)
            let restored = try Database(at: "backup", fileSystem: files)
            #expect(restored.recovery == nil)
            try Self.save("more", in: restored)
            try restored.close()
        }
    }

    @Test func `only new files are copied, and removed ones disappear`() throws {
        try withStore(segmentSizeNominal: 4000) { store in
            let files = MemoryFileSystem()
            for number in 0..<8 { try Self.save("\(number)", in: store.database) }
            // Otherwise the first backup would, after its state.
            try store.database.recordCopy(
                .backup, path: "backup", commit: CommitNumber(8), files: files)
            let first = try store.database.backup(to: "backup", files: files)
            let again = try store.database.backup(to: "backup", files: files)
            #expect(again.copiedSegments == 1)
            #expect(again.keptSegments == first.copiedSegments - 1)
            #expect(again.copiedBytes < first.copiedBytes / 2)
            try Self.save("8", in: store.database)
            try Self.save("9", in: store.database)
            let third = try store.database.backup(to: "backup", files: files)
            #expect(third.keptSegments >= first.copiedSegments - 1)
            #expect(try Self.contents(files) == store.contents())
            _ = try store.database.compact()
            let fourth = try store.database.backup(to: "backup", files: files)
            #expect(fourth.removedSegments > 0)
            #expect(try Self.contents(files) == store.contents())
            let names = Set(files.contents(of: "backup").keys)
            let own = Set(store.files.contents(of: TestStore.path).keys)
            #expect(
                names.subtracting([FileName.backup, FileName.lock])
                    == own.subtracting([FileName.formerManifest, FileName.lock]))
        }
    }

    @Test func `a store that is closed is backed up from its files`() throws {
        let store = try TestStore(segmentSizeNominal: 4000)
        for number in 0..<5 { try Self.save("\(number)", in: store.database) }
        let contents = try store.contents()
        try store.database.close()
        let files = MemoryFileSystem()
        let before = store.files.contents(of: TestStore.path)
        _ = try Database.backup(
            from: TestStore.path, to: "backup", fileSystem: store.files, files: files)
        #expect(try Self.contents(files) == contents)
        #expect(store.files.contents(of: TestStore.path) == before)
    }

    @Test func `uncommitted changes are not in a backup`() throws {
        let store = try TestStore()
        try Self.save("whole", in: store.database)
        let contents = try store.contents()
        let files = MemoryFileSystem()
        struct Stop: Error {}
        try? store.database.performChanges { changes in
            for id in 0..<10 {
                try changes.save(
                    CityEntity.values(Int64(id), String(long: "x", count: 60_000)),
                    in: CityEntity.name)
            }
            // The files now contain parts of this change.
            _ = try Database.backup(
                from: TestStore.path, to: "backup", fileSystem: store.files, files: files)
            throw Stop()
        }
        #expect(try Self.contents(files) == contents)
        let size = try #require(files.contents(of: "backup")["00000001.seg"]).count
        #expect(size < 60_000, "nor are its parts")
    }

    @Test func `a backup overwrites only an earlier backup of the same store`() throws {
        let store = try TestStore()
        try Self.save("a", in: store.database)
        let other = try TestStore(seed: 9)
        try Self.save("b", in: other.database)
        let files = MemoryFileSystem()
        _ = try other.database.backup(to: "backup", files: files)
        let before = files.contents(of: "backup")
        let full = MemoryFileSystem("backup", files: ["letter.txt": [1]])
        for target in [files, full] {
            let code = Self.code { _ = try store.database.backup(to: "backup", files: target) }
            #expect(code == .notAStore)
        }
        #expect(files.contents(of: "backup") == before)
        #expect(full.contents(of: "backup") == ["letter.txt": [1]])
        // A backup that was written to since is a store of its own.
        let restored = try Database(at: "backup", fileSystem: files)
        try Self.save("c", in: restored)
        try restored.close()
        let code = Self.code { _ = try other.database.backup(to: "backup", files: files) }
        #expect(code == .notAStore)
        #expect(try Self.contents(files) != other.contents())
    }

    @Test func `a backup that is newer than a restored store is kept`() throws {
        let store = try TestStore()
        try Self.save("a", in: store.database)
        let old = store.files.contents(of: TestStore.path)
        try Self.save("b", in: store.database)
        let files = MemoryFileSystem()
        _ = try store.database.backup(to: "backup", files: files)
        let restored = MemoryFileSystem(TestStore.path, files: old)
        let code = Self.code {
            _ = try Database.backup(
                from: TestStore.path, to: "backup", fileSystem: restored, files: files)
        }
        #expect(code == .notAStore)
        #expect(try Self.contents(files) == store.contents())
    }

    @Test func `damage does not replace a sound backup`() throws {
        let store = try TestStore(segmentSizeNominal: 4000)
        for number in 0..<4 { try Self.save("\(number)", in: store.database) }
        let files = MemoryFileSystem()
        _ = try store.database.backup(to: "backup", files: files)
        let contents = try Self.contents(files)
        for number in 4..<8 { try Self.save("\(number)", in: store.database) }
        let names = try SalvageFixture.segments(store.files.contents(of: TestStore.path))
        let name = try #require(names.dropLast().last)
        try CompactionTests.flip(name, at: 700, in: store.files)
        #expect(Self.code { _ = try store.database.backup(to: "backup", files: files) } == .corrupt)
        #expect(try Self.contents(files) == contents)
        // Closing detects the damage as well.
        #expect(throws: StoreError.self) { try store.database.close() }
    }

    @Test func `a backup that fails at any call still opens, and the next completes it`() throws {
        try Self.expectWholeAtAnyCall { store in
            for number in 3..<6 { try Self.save("\(number)", in: store.database) }
            _ = try store.database.compact()
            try Self.save("last", in: store.database)
        }
    }

    @Test func `a failing backup keeps a commit that a recovery has moved`() throws {
        try Self.expectWholeAtAnyCall { store in
            // Nothing in the log proves that its last commit was synced.
            try store.reopenAfterKill()
            #expect(store.database.recovery?.rewrittenCommits == 1)
        }
        try Self.expectWholeAtAnyCall { store in
            try store.reopenAfterKill()
            try Self.save("last", in: store.database)
        }
    }

    /// Makes the second backup of a store fail at each of its calls, and then its first one.
    /// - Parameter change: Changes the store between the two backups.
    private static func expectWholeAtAnyCall(after change: (TestStore) throws -> Void) throws {
        let store = try TestStore(segmentSizeNominal: 3000)
        for number in 0..<3 { try save("\(number)", in: store.database) }
        let first = MemoryFileSystem()
        _ = try store.database.backup(to: "backup", files: first)
        let former = try contents(first)
        try change(store)
        for start in [first.contents(of: "backup"), [:]] {
            var call = 0
            while true {
                let files = MemoryFileSystem("backup", files: start)
                let plan = FailurePlan(failing: call, forever: true)
                let failing = FailingFileSystem(files, plan: plan)
                let isDone = (try? store.database.backup(to: "backup", files: failing)) != nil
                let copy = MemoryFileSystem("backup", files: files.contents(of: "backup"))
                if isDone || !start.isEmpty {
                    let contents = try contents(copy)
                    #expect(try contents == former || contents == store.contents(), "call \(call)")
                }
                _ = try store.database.backup(to: "backup", files: copy)
                #expect(try contents(copy) == store.contents(), "call \(call)")
                #expect(try IntegrityChecker(path: "backup", fileSystem: copy).run().isSound)
                if isDone { break }
                call += 1
            }
            #expect(call > 10)
        }
    }
}
