import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Tests the directories that a backup refuses to overwrite, and the stores that it refuses to
/// copy.
@Suite struct BackupSafetyTests {
    static func store() throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 4000)
        for number in 0..<6 { try BackupTests.save("\(number)", in: store.database) }
        return store
    }

    static func backup(_ store: TestStore, to files: any FileSystem) -> StoreError.Code? {
        BackupTests.code { _ = try store.database.backup(to: "backup", files: files) }
    }

    /// Backs a store up, changes the backup, lets the store continue, and expects that the next
    /// backup leaves everything unchanged.
    static func expectRefusal(
        _ store: TestStore, _ files: MemoryFileSystem = MemoryFileSystem(),
        after change: (MemoryFileSystem) throws -> Void
    ) throws {
        #expect(backup(store, to: files) == nil)
        try change(files)
        let changed = files.contents(of: "backup")
        for number in 0..<6 { try BackupTests.save("later \(number)", in: store.database) }
        _ = try store.database.compact()
        #expect(backup(store, to: files) == .notAStore)
        #expect(files.contents(of: "backup") == changed)
    }

    static func change(
        _ name: String, in files: MemoryFileSystem, at path: String = "backup",
        _ body: (inout [UInt8]) -> Void
    ) throws {
        var bytes = try #require(files.contents(of: path)[name])
        body(&bytes)
        let file = try files.openDirectory(path, creating: false).open(name, .writing)
        try bytes.withView { view in try file.write(view, at: 0) }
    }

    @Test func `a backup that was written to is kept, even if the store has changed, too`() throws {
        try Self.expectRefusal(Self.store()) { files in
            let copy = try Database(at: "backup", fileSystem: files)
            try BackupTests.save("only here", 90..<91, in: copy)
            try copy.close()
        }
    }

    @Test func `a backup that was compacted is kept`() throws {
        try Self.expectRefusal(Self.store()) { files in
            let copy = try Database(at: "backup", fileSystem: files)
            try copy.compact(segments: 0..<2)
            try copy.close()
        }
    }

    @Test func `a backup with a damaged mark is kept`() throws {
        try Self.expectRefusal(Self.store()) { files in
            try Self.change(FileName.backup, in: files) { bytes in
                let last = bytes.count - 2
                bytes[last] = bytes[last] == 0x30 ? 0x31 : 0x30
            }
        }
    }

    /// There is no new commit: only the manifest shows that a restored store is older.
    @Test func `a backup of a compacted store is kept from an older copy of the store`() throws {
        let store = try Self.store()
        try store.database.close()
        let old = store.files.contents(of: TestStore.path)
        let compacted = try TestStore(files: MemoryFileSystem(TestStore.path, files: old))
        try compacted.database.compact(segments: 0..<2)
        try compacted.database.close()
        let files = MemoryFileSystem()
        func backup(from source: MemoryFileSystem) throws {
            _ = try Database.backup(
                from: TestStore.path, to: "backup", fileSystem: source, files: files)
        }
        try backup(from: compacted.files)
        let before = files.contents(of: "backup")
        let restored = MemoryFileSystem(TestStore.path, files: old)
        #expect(BackupTests.code { try backup(from: restored) } == .notAStore)
        #expect(files.contents(of: "backup") == before)
    }

    @Test func `the mark describes only the latest backup`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        for round in 0..<3 {
            try BackupTests.save("round \(round)", in: store.database)
            #expect(Self.backup(store, to: files) == nil)
            let mark = try #require(files.contents(of: "backup")[FileName.backup])
            let lines = String(decoding: mark, as: UTF8.self).split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("manifest ") } == 1)
            #expect(lines.count { $0.hasPrefix("active ") } == 1)
        }
    }

    @Test func `files that an unfinished backup has left are removed`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        #expect(Self.backup(store, to: files) == nil)
        let directory = try files.openDirectory("backup", creating: false)
        _ = try directory.create(FileName.staged(SegmentNumber(1)))
        #expect(Self.backup(store, to: files) == nil)
        #expect(!files.contents(of: "backup").keys.contains { $0.hasSuffix(".new") })
    }

    @Test func `a backup removes only files that a backup of its store has made`() throws {
        let (store, other) = (try Self.store(), try TestStore(seed: 9))
        try BackupTests.save("other", in: other.database)
        let segment = try #require(other.files.contents(of: TestStore.path)["00000001.seg"])
        let foreign = ["0000aaaa.seg": segment, "notes.new": [1], "0000bbbb.seg": [1, 2, 3]]
        // An unfinished backup of another store may hold the only copy.
        let (unfinished, plan) = (MemoryFileSystem(), FailurePlan())
        plan.failAll("rename \(FileName.nextManifest) \(FileName.manifest)")
        #expect(Self.backup(other, to: FailingFileSystem(unfinished, plan: plan)) == .io)
        let before = unfinished.contents(of: "backup")
        #expect(before["00000001.seg"] != nil)
        #expect(Self.backup(store, to: unfinished) == .notAStore)
        #expect(unfinished.contents(of: "backup") == before)
        let files = MemoryFileSystem()
        #expect(Self.backup(store, to: files) == nil)
        let directory = try files.openDirectory("backup", creating: false)
        for (name, bytes) in foreign {
            try bytes.withView { try directory.create(name).write($0, at: 0) }
        }
        #expect(Self.backup(store, to: files) == nil)
        for (name, bytes) in foreign { #expect(files.contents(of: "backup")[name] == bytes) }
    }

    @Test func `a failed backup leaves no temporary files`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        plan.failAll("rename \(FileName.nextBackup) \(FileName.backup)")
        #expect(Self.backup(store, to: FailingFileSystem(files, plan: plan)) == .io)
        #expect(!files.contents(of: "backup").keys.contains { $0.hasSuffix(".new") })
    }

    @Test func `damage in the active segment is not copied`() throws {
        let store = try TestStore()
        for number in 0..<4 { try BackupTests.save("\(number)", in: store.database) }
        let files = MemoryFileSystem()
        #expect(Self.backup(store, to: files) == nil)
        let before = files.contents(of: "backup")
        for number in 4..<8 { try BackupTests.save("\(number)", in: store.database) }
        let place = try #require(before["00000001.seg"]).count + 200
        try CompactionTests.flip("00000001.seg", at: place, in: store.files)
        #expect(Self.backup(store, to: files) == .corrupt)
        #expect(files.contents(of: "backup") == before)
        // Closing detects the damage as well.
        #expect(throws: StoreError.self) { try store.database.close() }
    }

    @Test func `a backup reports a disk that does not keep the written bytes`() throws {
        let store = try Self.store()
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        plan.beforeCalls { call in
            guard call == "rename 00000001.new 00000001.seg" else { return }
            try? Self.change("00000001.new", in: files) { $0[700] ^= 4 }
        }
        #expect(Self.backup(store, to: FailingFileSystem(files, plan: plan)) == .corrupt)
    }

    @Test func `a checkpoint is not copied, and no backup names it`() throws {
        let store = try Self.store()
        #expect(try store.database.checkpoint())
        let files = MemoryFileSystem()
        #expect(Self.backup(store, to: files) == nil)
        #expect(!files.contents(of: "backup").keys.contains { $0.hasSuffix(".ckp") })
        let copy = try BackupTests.open(files)
        #expect(copy.checkpointProblem == nil)
        #expect(try copy.statistics().checkpoint == nil)
    }
}
