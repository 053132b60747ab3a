import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Objects can be deleted and the store can be compacted even on a full disk.
@Suite struct DiskReserveTests {
    static func open(_ files: any FileSystem, at path: String = TestStore.path) throws -> Database {
        var options = Database.Options.creating
        options.keepsReserve = true
        return try Database(
            at: path, options: options, fileSystem: files, environment: .repeatable())
    }

    /// Fills the store until the disk is full.
    /// - Returns: The number of objects.
    static func fill(_ store: Database) throws -> Int {
        try store.performChanges { try CityEntity.define(in: $0) }
        let text = String(long: "x", count: 30_000)
        var count = 0
        while true {
            do {
                try store.performChanges { changes in
                    try changes.insert(
                        CityEntity.values(Int64(count), text), into: CityEntity.name)
                }
                count += 1
            } catch let error as StoreError {
                #expect(error.code == .diskFull)
                #expect(error.outcome == .notCommitted)
                return count
            }
        }
    }

    static func deleteAndCompact(_ store: Database, _ count: Int) throws {
        for id in 0..<(count - 1) {
            try store.performChanges { changes in
                _ = try changes.delete(.int(Int64(id)), from: CityEntity.name)
            }
        }
        _ = try store.compact()
        try store.performChanges { changes in
            try changes.insert(CityEntity.values(-1, "room again"), into: CityEntity.name)
        }
        #expect(try store.snapshot().count(CityEntity.name) == 2)
    }

    @Test func `only a delete uses the reserve`() throws {
        let plan = FailurePlan()
        let files = MemoryFileSystem()
        let store = try Self.open(FailingFileSystem(files, plan: plan))
        plan.fillDisk(after: 1)
        let count = try Self.fill(store)
        #expect(files.contents(of: TestStore.path)[FileName.reserve] != nil)
        // Tombstones are written while there is space.
        try store.performChanges { changes in
            for id in 0..<(count - 1) {
                _ = try changes.delete(.int(Int64(id)), from: CityEntity.name)
            }
        }
        #expect(try store.snapshot().count(CityEntity.name) == 1)
    }

    @Test func `one change can delete more than memory holds of a commit`() throws {
        let plan = FailurePlan()
        let store = try Self.open(FailingFileSystem(MemoryFileSystem(), plan: plan))
        let count: Int64 = 60_000
        try store.performChanges { changes in
            try CityEntity.define(in: changes)
            for id in 0..<count {
                try changes.insert(CityEntity.values(id, "x"), into: CityEntity.name)
            }
        }
        plan.fillDisk(after: 0, reserved: 100)
        try store.performChanges { changes in
            for id in 0..<count - 1 {
                _ = try changes.delete(.int(id), from: CityEntity.name)
            }
        }
        #expect(plan.calls.contains("remove \(FileName.reserve)"))
        #expect(try store.snapshot().count(CityEntity.name) == 1)
    }

    @Test func `references to objects that are deleted can be removed on a full disk`() throws {
        let plan = FailurePlan()
        let store = try Self.open(FailingFileSystem(MemoryFileSystem(), plan: plan))
        let count: Int64 = 30_000
        try store.performChanges { changes in
            try Guild.define(in: changes, boss: .nullify)
            for id in 0..<count { try changes.add(id, boss: 0) }
        }
        plan.fillDisk(after: 0, reserved: 100)
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                for id in 1..<count { try changes.update(Guild.values(id), of: Guild.name) }
            }
        }
        #expect(error?.code == .diskFull, "a change that frees nothing gets nothing")
        try store.performChanges { _ = try $0.remove(0) }
        #expect(plan.calls.contains("remove \(FileName.reserve)"))
        let snapshot = try store.snapshot()
        #expect(try snapshot.count(Guild.name) == Int(count) - 1)
        #expect(try snapshot.find(.int(7), in: Guild.name)?["boss"] == .null)
    }

    @Test func `a store on a full disk is opened, repaired and emptied`() throws {
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        let store = try Self.open(FailingFileSystem(files, plan: plan))
        plan.fillDisk(after: 1)
        let count = try Self.fill(store)
        let left = MemoryFileSystem(TestStore.path, files: files.contents(of: TestStore.path))
        let full = FailurePlan()
        full.fillDisk(after: 0, reserved: 20)
        let again = try Self.open(FailingFileSystem(left, plan: full))
        #expect(again.recovery != nil)
        #expect(full.calls.contains("remove \(FileName.reserve)"))
        #expect(try again.snapshot().count(CityEntity.name) == count)
        try Self.deleteAndCompact(again, count)
        try again.close()

        // Without a reserve nothing can be done, and nothing is changed.
        var rest = files.contents(of: TestStore.path)
        rest[FileName.reserve] = nil
        let poor = MemoryFileSystem(TestStore.path, files: rest)
        full.fillDisk(after: 0)
        let error = #expect(throws: StoreError.self) {
            _ = try Self.open(FailingFileSystem(poor, plan: full))
        }
        #expect(error?.code == .diskFull)
        #expect(try Self.open(poor).snapshot().count(CityEntity.name) == count)
    }

    @Test(.enabled(if: geteuid() == 0, "needs the right to mount"))
    func `data that a full disk has no room to copy waits until space is free`() throws {
        let disk = try SmallDisk("10m")
        let path = "\(disk.folder)/store"
        var options = Database.Options.creating
        options.keepsReserve = true
        options.segmentSizeNominal = 2_500_000
        let store = try Database(at: path, options: options)
        let count = try Self.fill(store)
        // The first segments stay as they are, and the later records are dead.
        try store.performChanges { changes in
            for id in 100..<count {
                _ = try changes.delete(.int(Int64(id)), from: CityEntity.name)
            }
        }
        let report = try store.compact()
        #expect(report.sizeAfter < 4_000_000 && report.sizeBefore > 8_000_000)
        #expect(try store.snapshot().count(CityEntity.name) == 100)
        try store.close()
        #expect(try IntegrityChecker(path: path, isDeep: true).run().isSound)
        withExtendedLifetime(disk) {}
    }

    @Test(.enabled(if: geteuid() == 0, "needs the right to mount"))
    func
        `a full disk has room for deletes and compaction`() throws
    {
        let disk = try SmallDisk("3m")
        let path = "\(disk.folder)/store"
        let store = try Self.open(POSIXFileSystem(), at: path)
        let count = try Self.fill(store)
        #expect(count > 20)
        try Self.deleteAndCompact(store, count)
        try store.close()
        #expect(try IntegrityChecker(path: path).run().isSound)
        #expect(FileManager.default.fileExists(atPath: "\(path)/reserve"), "there is one again")
        withExtendedLifetime(disk) {}
    }

    /// A file system in memory, mounted as long as this value is held.
    private struct SmallDisk: ~Copyable {
        let folder = "/tmp/nacre-full-\(UUID().uuidString)"

        init(_ size: String) throws {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let status = run("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", folder)
            try #require(status == 0)
        }

        deinit {
            _ = run("umount", "-l", folder)
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    static func run(_ command: String...) -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        do { try process.run() } catch { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
