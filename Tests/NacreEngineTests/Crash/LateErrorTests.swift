import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Writes that seem to work, and that the disk did not take. The system reports it only to the next
/// call, once, and perhaps after the process has ended.
@Suite struct LateErrorTests {
    static func open(_ disk: SimulatedDisk) throws -> Database {
        try Database(
            at: TestStore.path, options: .creating, fileSystem: disk, environment: .repeatable())
    }

    /// Makes a disk whose failed syncs leave their lost bytes in the page cache, with a store that
    /// has one commit.
    private static func makeStore() throws -> (disk: SimulatedDisk, first: Database) {
        var behaviour = SimulatedDisk.Behaviour()
        behaviour.syncFailure = .keptInCache
        let disk = SimulatedDisk(behaviour: behaviour)
        let first = try open(disk)
        try BackupTests.save("first", in: first)
        return (disk, first)
    }

    /// The close frame was never synced: the next writer must not rely on the page cache.
    @Test func `a close frame that the disk has lost leaves no hole before later commits`() throws {
        let (disk, first) = try Self.makeStore()
        disk.set(DiskFault(.delayedError, at: disk.callCount))
        try first.close()
        let second = try Self.open(disk)
        #expect(throws: StoreError.self) { try BackupTests.save("second", in: second) }
        #expect(disk.hasFailed)
        disk.kill()
        let third = try Self.open(disk)
        try BackupTests.save("third", in: third)
        let commit = try third.snapshot().commit
        for image in disk.point.images {
            let survivor = try Self.open(SimulatedDisk(image))
            #expect(try survivor.snapshot().commit == commit)
            let object = try survivor.snapshot().find(.int(1), in: CityEntity.name)
            #expect(object?["name"] == .string("third"))
        }
    }

    /// The commit can still be read after the process ends; only a power cut shows that it is not
    /// durable. Neither a trial nor the next writer may take it for durable.
    @Test func `a commit whose sync failed is readable until it is written again`() throws {
        let (disk, first) = try Self.makeStore()
        #expect(disk.isSettled)
        disk.set(DiskFault(.delayedError, at: disk.callCount))
        #expect(throws: StoreError.self) { try BackupTests.save("second", in: first) }
        disk.kill()
        #expect(!disk.isSettled)
        let cut = try Self.open(SimulatedDisk(disk.point.images[0])).snapshot()
        #expect(try cut.find(.int(1), in: CityEntity.name)?["name"] == .string("first"))
        let second = try Self.open(disk).snapshot()
        #expect(try second.find(.int(1), in: CityEntity.name)?["name"] == .string("second"))
        for image in disk.point.images {
            let survivor = try Self.open(SimulatedDisk(image)).snapshot()
            #expect(try survivor.find(.int(1), in: CityEntity.name)?["name"] == .string("second"))
        }
    }

    @Test func `a power cut after a first backup leaves all of it`() throws {
        let store = try TestStore()
        try BackupTests.save("a", in: store.database)
        let disk = SimulatedDisk()
        _ = try store.database.backup(to: "backup", files: disk)
        for image in disk.point.images {
            let restored = try Database(
                at: "backup", options: .readOnly, fileSystem: SimulatedDisk(image))
            #expect(try TestStore.contents(of: restored.snapshot()) == store.contents())
        }
    }

    @Test func `an unfinished first backup is reported as such`() throws {
        let store = try TestStore()
        try BackupTests.save("a", in: store.database)
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        plan.beforeCalls { if $0 == "sync manifest" { plan.failNext() } }
        #expect(throws: StoreError.self) {
            _ = try store.database.backup(
                to: "backup", files: FailingFileSystem(files, plan: plan))
        }
        let error = #expect(throws: StoreError.self) {
            _ = try Database(at: "backup", options: .readOnly, fileSystem: files)
        }
        #expect(error?.code == .notAStore)
        #expect(error?.message.contains("unfinished backup") == true)
        _ = try store.database.backup(to: "backup", files: files)
        #expect(try BackupTests.contents(files) == store.contents())
    }
}
