import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A readable manifest need not be durable: the process that renamed it may have been killed before
/// the directory was synced. Steps that rely on it wait until it is durable.
@Suite struct ManifestDurabilityTests {
    static func unnamed(_ number: UInt32, in files: [String: [UInt8]]) -> MemoryFileSystem {
        var files = files
        files[FileName.segment(SegmentNumber(number))] = []
        return MemoryFileSystem(TestStore.path, files: files)
    }

    @Test func `opening syncs the directory before it removes a file or takes a change`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<3, "city", in: store.database)
        try store.database.close()
        let files = Self.unnamed(9, in: store.files.contents(of: TestStore.path))
        let plan = FailurePlan()
        let database = try FailingCallTests.open(FailingFileSystem(files, plan: plan))
        #expect(plan.calls == ["sync manifestEntry", "remove 00000009.seg"])
        try database.close()
    }

    private static func syncs(opening files: [String: [UInt8]]) throws -> [String] {
        let plan = FailurePlan()
        let files = MemoryFileSystem(TestStore.path, files: files)
        try FailingCallTests.open(FailingFileSystem(files, plan: plan)).close()
        return plan.calls.filter { $0.hasPrefix("sync ") }
    }

    @Test func `after a clean close the manifest is known to be durable`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<3, "city", in: store.database)
        try store.database.close()
        let files = store.files.contents(of: TestStore.path)
        #expect(try Self.syncs(opening: files) == [])
    }

    @Test func `files that a killed recovery or backup may have left unsynced are synced`() throws {
        let unclean = try TornTailTests.uncleanStore(commits: 4)
        let recovered = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: unclean.files))
        try recovered.database.close()
        // Its segment was closed before the manifest that names it was written.
        var files = recovered.files.contents(of: TestStore.path)
        #expect(try Self.syncs(opening: files) == ["sync manifestEntry"])

        let store = try TestStore()
        try CompactionTests.save(0..<3, "city", in: store.database)
        try store.database.close()
        files = store.files.contents(of: TestStore.path)
        files[FileName.backup] = BackupMark().encoded
        #expect(try Self.syncs(opening: files) == ["sync manifestEntry"])

        let fresh = try TestStore()
        try fresh.database.close()
        files = fresh.files.contents(of: TestStore.path)
        #expect(try Self.syncs(opening: files) == ["sync manifestEntry"])
    }

    @Test func `a directory that cannot be synced is not opened for changes`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<3, "city", in: store.database)
        try store.database.close()
        let files = Self.unnamed(9, in: store.files.contents(of: TestStore.path))
        #expect(throws: StoreError.self) {
            try FailingCallTests.open(FailingFileSystem(files, plan: FailurePlan(failing: 0)))
        }
        #expect(files.contents(of: TestStore.path)["00000009.seg"] != nil)
        try FailingCallTests.open(files).close()
        #expect(files.contents(of: TestStore.path)["00000009.seg"] == nil)
    }

    /// One session begins with a recovery, another one after a clean end, and both do everything
    /// that replaces the manifest. They are killed at each change of the disk. The next session
    /// continues and makes an acknowledged commit, and only then the power is cut.
    @Test func `commits after a session that was killed at any call survive`() throws {
        let unclean = try TornTailTests.uncleanStore(commits: 4)
        let files = unclean.files.map { name, bytes in
            CrashImage.File(name: name, state: FileState(bytes))
        }
        let disk = SimulatedDisk(CrashImage(files), keepsPoints: true)
        let first = try Self.open(disk)
        for id in 5..<9 { try Self.commit(Int64(id), in: first) }
        _ = try first.checkpoint()
        try first.compact(segments: 0..<1)
        try Self.commit(9, in: first)
        try first.close()
        let second = try Self.open(disk)
        _ = try second.checkpoint()
        try second.compact(segments: 0..<1)
        _ = try second.checkpoint()
        let points = disk.takePoints()
        #expect(points.count > 50)
        for point in points {
            let disk = SimulatedDisk(point.state)
            try Self.commit(77, in: try Self.open(disk))
            for image in disk.point.barestImages {
                let survivor = try Self.open(SimulatedDisk(image)).snapshot()
                #expect(try survivor.find(.int(77), in: CityEntity.name) != nil)
            }
        }
    }

    private static func open(_ disk: SimulatedDisk) throws -> Database {
        try Database(
            at: TestStore.path, options: Database.Options(segmentSizeNominal: 900),
            fileSystem: disk, environment: .repeatable())
    }

    private static func commit(_ id: Int64, in database: Database) throws {
        try database.performChanges { changes in
            try changes.save(CityEntity.values(id, "city \(id)"), in: CityEntity.name)
        }
    }

    /// Otherwise the store would look as if it had been unused since it was closed.
    @Test func `replacing the manifest first marks the log as in use`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<3, "city", in: store.database)
        try store.database.checkpoint()
        let files = store.files.contents(of: TestStore.path)
        let twin = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        try twin.database.close()
        for replace in [{ _ = try $0.checkpoint() }, { _ = try $0.compact() }] as [Step] {
            let files = twin.files.contents(of: TestStore.path)
            let plan = FailurePlan()
            let memory = MemoryFileSystem(TestStore.path, files: files)
            let database = try FailingCallTests.open(FailingFileSystem(memory, plan: plan))
            try replace(database)
            let calls = plan.calls
            let write = try #require(calls.firstIndex(of: "write"))
            #expect(write < calls.firstIndex(of: "create manifest.new") ?? 0)
            // Killed here, it has no clean end.
            let killed = memory.contents(of: TestStore.path)
            #expect(try Self.syncs(opening: killed).first == "sync manifestEntry")
            try database.close()
        }
    }

    private typealias Step = (Database) throws -> Void

    @Test func `a damaged manifest does not replace the sound former one`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<3, "city", in: store.database)
        try store.database.checkpoint()
        try store.database.close()
        var files = store.files.contents(of: TestStore.path)
        files[FileName.manifest]?[30] ^= 1
        let plan = FailurePlan()
        let memory = MemoryFileSystem(TestStore.path, files: files)
        let database = try FailingCallTests.open(FailingFileSystem(memory, plan: plan))
        #expect(!plan.calls.contains("rename manifest manifest.old"))
        #expect(try database.snapshot().count(CityEntity.name) == 3)
        try database.close()
    }

    /// If a creation is killed after its manifest is in place, no process finishes it.
    @Test func `the directory of a new store is durable before its manifest exists`() throws {
        let plan = FailurePlan()
        let database = try FailingCallTests.open(
            FailingFileSystem(MemoryFileSystem(), plan: plan))
        let entry = try #require(plan.calls.firstIndex(of: "sync storeEntry"))
        let manifest = try #require(plan.calls.firstIndex(of: "rename manifest.new manifest"))
        #expect(entry < manifest)
        try database.close()
    }

    @Test func `a segment with newer commits that the manifest does not name is kept`() throws {
        let store = try TestStore(segmentSizeNominal: 900)
        try CompactionTests.save(0..<3, "city", in: store.database)
        let old = store.files.contents(of: TestStore.path)[FileName.manifest]
        var round = 0
        while store.files.contents(of: TestStore.path)[FileName.manifest] == old {
            try CompactionTests.save(0..<9, "newer \(round)", in: store.database)
            round += 1
        }
        try CompactionTests.save(0..<3, "newest", in: store.database)
        try store.database.close()
        // As a restore of the manifest from a backup leaves it.
        var files = store.files.contents(of: TestStore.path)
        files[FileName.manifest] = old
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        let error = #expect(throws: StoreError.self) { try TestStore(files: fileSystem) }
        #expect(error?.code == .corrupt)
        var after = fileSystem.contents(of: TestStore.path)
        after[FileName.lock] = nil
        files[FileName.lock] = nil
        #expect(after == files)
    }

    /// The process is killed in the middle of a commit, and then the recovery is cut off between
    /// the two renames: the copies in the new segment hold a commit that the old one has lost, and
    /// nothing relied on it.
    @Test func `a power cut between the renames of a recovery leaves a store that opens`() throws {
        let unclean = try TornTailTests.uncleanStore(commits: 4)
        let fileSystem = MemoryFileSystem(TestStore.path, files: unclean.files)
        let recovered = try TestStore(files: fileSystem)
        #expect(recovered.database.recovery?.rewrittenCommits == 1)
        var files = fileSystem.contents(of: TestStore.path)
        files[FileName.manifest] = nil
        files[TornTailTests.Unclean.segment] = Array(unclean.segment.prefix(unclean.ends[3]))
        let store = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        #expect(try store.database.snapshot().commit == CommitNumber(3))
        #expect(try store.contents()[CityEntity.name] == unclean.states[3])
        try store.checkIntegrity()
    }

    @Test func `the error names the damaged manifest, not segments of the former one`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<3, "city", in: store.database)
        _ = try store.database.compact()
        try store.database.close()
        var files = store.files.contents(of: TestStore.path)
        files[FileName.manifest]?[30] ^= 1
        let error = #expect(throws: StoreError.self) {
            try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        }
        #expect(error?.file?.hasSuffix("/manifest") == true)
    }
}
