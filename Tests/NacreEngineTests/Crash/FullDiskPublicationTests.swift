import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A disk that becomes full during a checkpoint or a compaction, even if only its manifest is left
/// to write: the work is given up, and the store continues.
@Suite struct FullDiskPublicationTests {
    enum Work: CaseIterable {
        case checkpoint, compaction

        func run(in store: Database) throws {
            switch self {
            case .checkpoint: try #require(try store.checkpoint())
            case .compaction: try store.compact(segments: 0..<4)
            }
        }
    }

    static func open(_ files: some FileSystem, keepsReserve: Bool = false) throws -> Database {
        var options = Database.Options(createsStore: true, segmentSizeNominal: 900)
        options.keepsReserve = keepsReserve
        return try Database(
            at: TestStore.path, options: options, fileSystem: files, environment: .repeatable())
    }

    /// - Parameter extensions: The available space.
    /// - Returns: Whether it was enough.
    static func run(_ work: Work, roomFor extensions: Int) throws -> Bool {
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        let store = try open(FailingFileSystem(files, plan: plan))
        try CompactionFailureTests.fill(store)
        let contents = try TestStore.contents(of: store.snapshot())
        let names = Set(files.contents(of: TestStore.path).keys)
        plan.fillDisk(after: extensions)
        do {
            try work.run(in: store)
            return true
        } catch let error as StoreError {
            #expect(error.code == .diskFull)
        }
        #expect(Set(files.contents(of: TestStore.path).keys) == names, "nothing of it is left")
        #expect(try TestStore.contents(of: store.snapshot()) == contents)
        plan.disarm()
        // Both depend on the segments that the head refers to.
        for work in Work.allCases { try work.run(in: store) }
        try CompactionTests.save(0..<1, "more", in: store)
        let expected = try TestStore.contents(of: store.snapshot())
        let twin = MemoryFileSystem(TestStore.path, files: files.contents(of: TestStore.path))
        #expect(try TestStore.contents(of: open(twin).snapshot()) == expected, "after a kill")
        let report = try IntegrityChecker(path: TestStore.path, fileSystem: files).run()
        #expect(report.isSound, "\(report.defects)")
        return false
    }

    @Test(arguments: Work.allCases)
    func `work without room is given up, and the store stays usable`(work: Work) throws {
        var extensions = 0
        while try !Self.run(work, roomFor: extensions) { extensions += 1 }
        #expect(extensions > 0)
    }

    @Test(arguments: Work.allCases)
    func `the manifest uses the reserve`(work: Work) throws {
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        let store = try Self.open(FailingFileSystem(files, plan: plan), keepsReserve: true)
        try CompactionFailureTests.fill(store)
        let before = plan.callCount
        plan.beforeCalls { if $0 == "sync checkpointEntry" { plan.fillDisk(after: 0) } }
        if work == .compaction {
            plan.beforeCalls { if $0 == "sync newSegmentEntry" { plan.fillDisk(after: 0) } }
        }
        try work.run(in: store)
        let calls = plan.calls.dropFirst(before)
        #expect(calls.count { $0 == "create manifest.new" } == 2)
        #expect(calls.contains("remove reserve"))
        plan.beforeCalls { _ in }
        plan.disarm()
        try CompactionTests.save(0..<1, "more", in: store)
        try store.close()
        #expect(try IntegrityChecker(path: TestStore.path, fileSystem: files).run().isSound)
    }
}
