import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The checkpoint that closing writes, so that the next opening replays next to nothing.
@Suite struct ClosingTests {
    /// Makes a store of several segments whose first ones a compaction can rewrite, with a
    /// checkpoint that covers all of them.
    private static func store(_ durability: Durability) throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 4000) {
            $0.maintenance = .inline
            $0.durability = durability
        }
        for start in 0..<10 as Range<Int64> {
            try CheckpointTests.save(store.database, start * 20..<start * 20 + 20)
        }
        try CheckpointTests.save(store.database, 3..<60, "changed")
        #expect(try store.database.checkpoint())
        return store
    }

    /// Requires that the checkpoint in the files covers the log up to the newest commit.
    private static func requireCovered(_ store: TestStore) throws {
        let directory = try store.files.openDirectory(TestStore.path, creating: false)
        let manifest = try store.database.currentManifest()
        let number = try #require(manifest.checkpoint)
        let file = try CheckpointFile(number, in: directory, storeID: manifest.storeID)
        try requireEqual(file.header.commit, try store.database.snapshot().commit, "covered")
        try require(store.database.checkpointProblem == nil, "the checkpoint is not used")
    }

    @Test(arguments: [Durability.durable, .onClose])
    func `closing covers commits that waited while a compaction moved records`(
        durability: Durability
    ) throws {
        var lastCall = 0
        _ = try Self.store(durability).database.compact(progress: { _, _ in lastCall += 1 })
        let store = try Self.store(durability)
        let database = store.database
        var (call, isWritten) = (0, false)
        _ = try database.compact(
            progress: { _, _ in
                call += 1
                guard call == lastCall else { return }
                isWritten = true
                // Does not wait until the commit is durable. The compaction publishes its version
                // only after that.
                var end: Position?
                #expect(throws: Never.self) {
                    try database.writeChanges(awaited: &end) { changes in
                        try changes.save(CityEntity.values(500, "late"), in: CityEntity.name)
                    }
                }
            })
        #expect(isWritten)
        let contents = try TestStore.contents(of: DatabaseSnapshot(version: newest(database)))
        try store.reopen()
        try Self.requireCovered(store)
        try requireEqual(try store.contents(), contents, "objects")
        try store.checkIntegrity()
    }

    private func newest(_ database: Database) throws -> Version {
        try database.withWriter { $0.newestVersion() }
    }

    @Test(arguments: [Durability.durable, .onClose])
    func `closing during a compaction covers the whole log`(durability: Durability) throws {
        let store = try Self.store(durability)
        let database = store.database
        try CheckpointTests.save(database, 60..<70, String(long: "tail", count: 1_100_000))
        let contents = try store.contents()
        let hasBegun = DispatchSemaphore(value: 0)
        let outcome = Mutex<StoreError.Code?>(nil)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            let code = DatabaseTests.code {
                _ = try database.compact(
                    progress: { _, _ in
                        hasBegun.signal()
                        while !database.maintenance.isCancelled {
                            Thread.sleep(forTimeInterval: 0.001)
                        }
                    })
            }
            outcome.withLock { $0 = code }
        }
        hasBegun.wait()
        try store.reopen()
        group.wait()
        #expect(outcome.withLock { $0 } == .cancelled)
        try Self.requireCovered(store)
        try requireEqual(try store.contents(), contents, "objects")
        try store.checkIntegrity()
    }

    @Test func `a checkpoint that cannot be written at closing is told, and loses nothing`() throws
    {
        let plan = FailurePlan()
        let files = MemoryFileSystem()
        var options = Database.Options.creating
        options.maintenance = .inline
        let store = try Database(
            at: TestStore.path, options: options, fileSystem: FailingFileSystem(files, plan: plan),
            environment: .repeatable())
        try CheckpointTests.save(store, 0..<1, String(long: "x", count: 1_100_000))
        plan.failAll("create 00000001.ckp")
        try store.close()
        #expect(store.maintenance.lastError?.code == .io)
        let again = try TestStore(files: files)
        #expect(try again.database.snapshot().count(CityEntity.name) == 1)
        #expect(again.database.recovery == nil)
    }
}
