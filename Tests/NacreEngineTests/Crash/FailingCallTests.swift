import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Every modifying call fails once, or from then on: the error is reported, the store takes no more
/// changes, and opening it again shows only whole commits, including every acknowledged one.
@Suite struct FailingCallTests {
    /// Makes commits, a roll after every few of them, a compaction, more commits, and a close.
    static func script(_ store: Database, acknowledged: inout Int) throws {
        for number in 1...12 {
            try store.performChanges { changes in
                if number == 1 { try CityEntity.define(in: changes) }
                let long = String(long: "x", count: number == 5 ? 400_000 : 100)
                try changes.save(CityEntity.values(Int64(number), long), in: CityEntity.name)
                try changes.save(CityEntity.values(0, "\(number)"), in: CityEntity.name)
            }
            acknowledged = number
            if number == 8 { _ = try store.compact() }
        }
        try store.close()
    }

    static func open(_ fileSystem: some FileSystem) throws -> Database {
        try Database(
            at: TestStore.path,
            options: Database.Options(createsStore: true, segmentSizeNominal: 900),
            fileSystem: fileSystem, environment: .repeatable())
    }

    static func check(_ files: MemoryFileSystem, acknowledged: Int, attempted: Int) throws {
        // As another process sees the files: the lock of the failed process is gone.
        let files = MemoryFileSystem(TestStore.path, files: files.contents(of: TestStore.path))
        let store = try open(files)
        let commit = Int(try store.snapshot().commit.rawValue)
        #expect(commit >= acknowledged && commit <= attempted)
        if commit > 0 {
            #expect(try store.snapshot().count(CityEntity.name) == commit + 1)
            let counter = try store.snapshot().find(.int(0), in: CityEntity.name)
            #expect(counter?["name"] == .string("\(commit)"))
        }
        let report = try IntegrityChecker(path: TestStore.path, fileSystem: files).run()
        #expect(report.isSound, "\(report.defects)")
        try store.close()
    }

    @Test(arguments: [false, true])
    func `no acknowledged commit is lost when any call fails`(forever: Bool) throws {
        let counting = FailurePlan()
        var acknowledged = 0
        let database = try Self.open(FailingFileSystem(MemoryFileSystem(), plan: counting))
        try Self.script(database, acknowledged: &acknowledged)
        #expect(acknowledged == 12)
        #expect(counting.callCount > 100)
        for call in Scale.share(of: 0..<counting.callCount) {
            let files = MemoryFileSystem()
            let plan = FailurePlan(failing: call, forever: forever)
            var acknowledged = 0
            do {
                let database = try Self.open(FailingFileSystem(files, plan: plan))
                try Self.script(database, acknowledged: &acknowledged)
            } catch let error as StoreError {
                #expect(error.file != nil, "call \(call): \(error)")
            }
            try Self.check(files, acknowledged: acknowledged, attempted: acknowledged + 1)
        }
    }

    @Test func `after a failed write the store is poisoned, and its snapshots can be read`() throws
    {
        let plan = FailurePlan()
        let files = MemoryFileSystem()
        let store = try Self.open(FailingFileSystem(files, plan: plan))
        try store.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.insert(CityEntity.values(1, "one"), into: CityEntity.name)
        }
        let snapshot = try store.snapshot()
        plan.failNext()
        #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                _ = try changes.insert(CityEntity.values(2, "two"), into: CityEntity.name)
            }
        }
        plan.disarm()
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                _ = try changes.insert(CityEntity.values(3, "three"), into: CityEntity.name)
            }
        }
        #expect(error?.code == .poisoned)
        var hasRun = false
        #expect(throws: StoreError.self) { try store.performChanges { _ in hasRun = true } }
        #expect(!hasRun, "a closure that cannot be committed is not run")
        #expect(try snapshot.count(CityEntity.name) == 1)
        #expect(try store.snapshot().count(CityEntity.name) == 1)
    }
}
