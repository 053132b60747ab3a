import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A disk without space when the log must grow: the change fails, nothing was written, and the
/// store continues as if it had not been tried.
@Suite struct FullDiskTests {
    static func save(_ count: Int, _ length: Int, in store: Database) throws {
        try store.performChanges { changes in
            if changes.catalog[CityEntity.name] == nil { try CityEntity.define(in: changes) }
            for id in 0..<count {
                let name = String(long: "x", count: length + id)
                try changes.save(CityEntity.values(Int64(id), name), in: CityEntity.name)
            }
        }
    }

    /// - Returns: Whether the large change succeeded.
    static func run(roomFor extensions: Int) throws -> Bool {
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        let store = try Database(
            at: TestStore.path, options: .creating,
            fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
        try save(3, 10, in: store)
        let before = try TestStore.contents(of: store.snapshot())
        plan.fillDisk(after: extensions)
        do {
            try save(60, 20_000, in: store)
            return true
        } catch let error as StoreError {
            #expect(error.file?.hasSuffix("00000001.seg") == true)
        }
        #expect(try TestStore.contents(of: store.snapshot()) == before)
        // The disk is still full, so the next large change fails, too. Once there is space, a
        // change succeeds.
        #expect(throws: StoreError.self) { try save(60, 20_000, in: store) }
        plan.disarm()
        try save(5, 30, in: store)
        let after = try TestStore.contents(of: store.snapshot())
        #expect(after[CityEntity.name]?.count == 5)
        let copy = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: files.contents(of: TestStore.path)))
        #expect(try copy.contents() == after, "after a kill")
        try copy.checkIntegrity()
        return false
    }

    @Test func `a change without room fails alone, and the store stays usable`() throws {
        var extensions = 0
        while try !Self.run(roomFor: extensions) { extensions += 1 }
        #expect(extensions > 2, "before the first part, and between parts")
    }

    @Test func `a segment without room for its seal is still used, and sealed later`() throws {
        let plan = FailurePlan()
        let files = MemoryFileSystem()
        let store = try Database(
            at: TestStore.path,
            options: Database.Options(createsStore: true, segmentSizeNominal: 65_440),
            fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
        // The file's first extension has 65,536 bytes, and a seal takes 104.
        try Self.save(1, 60_000, in: store)
        plan.fillDisk(after: 0)
        var isFull = false
        for length in 0..<400 where !isFull {
            do { try Self.save(1, length % 7, in: store) } catch { isFull = true }
        }
        #expect(isFull)
        plan.disarm()
        try Self.save(4, 100, in: store)
        try store.close()
        let copy = try TestStore(files: files)
        #expect(try copy.contents()[CityEntity.name]?.count == 4)
        try copy.checkIntegrity()
    }

    @Test(arguments: 0...5)
    func `nothing is written after a seal, also if the next segment has no room`(
        extensions: Int
    ) throws {
        let plan = FailurePlan()
        let files = MemoryFileSystem()
        let store = try Database(
            at: TestStore.path,
            options: Database.Options(createsStore: true, segmentSizeNominal: 150_000),
            fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
        // Definitions that do not fit a segment's first extension.
        try store.performChanges { changes in
            for number in 0..<100 {
                try changes.define(
                    "Entity\(number)", attributes: CityEntity.attributes, id: "id")
            }
        }
        try Self.save(2, 10, in: store)
        plan.fillDisk(after: extensions)
        for length in 0..<400 {
            guard (try? Self.save(1, 300 + length, in: store)) != nil else { break }
        }
        plan.disarm()
        _ = try? Self.save(1, 1, in: store)
        let expected = try TestStore.contents(of: store.snapshot())
        let copy = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: files.contents(of: TestStore.path)))
        #expect(try copy.contents() == expected)
        try copy.checkIntegrity()
    }
}
