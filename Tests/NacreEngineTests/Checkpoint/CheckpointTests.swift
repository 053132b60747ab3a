import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Writing checkpoints, opening with them, and cases in which they are of no use.
@Suite struct CheckpointTests {
    static func save(_ store: Database, _ ids: Range<Int64>, _ name: String = "city") throws {
        try store.performChanges { changes in
            if changes.catalog[CityEntity.name] == nil { try CityEntity.define(in: changes) }
            for id in ids { try changes.save(CityEntity.values(id, name), in: CityEntity.name) }
        }
    }

    /// Makes several sealed segments and an active one, with a checkpoint that covers all of them.
    static func store() throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: 4000)
        for start in 0..<10 as Range<Int64> {
            try save(store.database, start * 20..<start * 20 + 20)
        }
        #expect(try store.database.checkpoint())
        return store
    }

    /// Returns the error of opening files, if there is one.
    static func error(_ files: [String: [UInt8]], usingCheckpoint: Bool = true) -> StoreError? {
        do {
            _ = try StoreState.read(files, usingCheckpoint: usingCheckpoint)
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test func `opening skips frames that a checkpoint covers, but a scan checks them`() throws {
        let store = try Self.store()
        try Self.save(store.database, 500..<510)
        try store.database.close()
        var files = store.fileContents
        #expect(try StoreState.requireSame(files, "whole") == nil)
        // A letter of a name in the first segment, which is sealed.
        let bytes = try #require(files["00000001.seg"])
        let place = try #require(
            bytes.indices.dropLast(4).last { Array(bytes[$0..<$0 + 4]) == Array("city".utf8) })
        files["00000001.seg"]?[place] ^= 1
        #expect(Self.error(files, usingCheckpoint: false)?.code == .corrupt)
        let database = try Database(
            at: TestStore.path, fileSystem: MemoryFileSystem(TestStore.path, files: files))
        #expect(database.checkpointProblem == nil)
        let snapshot = try database.snapshot()
        #expect(try snapshot.find(.int(505), in: CityEntity.name) != nil)
        #expect(DatabaseTests.code { _ = try TestStore.contents(of: snapshot) } == .corrupt)
        let query = Query(entity: CityEntity.name)
        #expect(DatabaseTests.code { _ = try snapshot.fetch(query) } == .corrupt)
    }

    @Test func `a missing or shortened segment is found although its frames are not read`() throws {
        let store = try Self.store()
        try store.database.close()
        var files = store.fileContents
        files["00000002.seg"] = nil
        #expect(Self.error(files)?.code == .corrupt)
        files = store.fileContents
        files["00000002.seg"]?.removeLast(4)
        #expect(Self.error(files)?.code == .corrupt)
        files = store.fileContents
        let count = try #require(files["00000002.seg"]?.count)
        // In the seal.
        files["00000002.seg"]?[count - 10] ^= 1
        #expect(Self.error(files)?.code == .corrupt)
    }

    @Test func `a compaction invalidates a checkpoint`() throws {
        let store = try Self.store()
        _ = try store.database.compact()
        #expect(try StoreState.requireSame(store.fileContents, "compacted") != nil)
        try store.reopen()
        #expect(store.database.checkpointProblem?.contains("segments") == true)
        #expect(try store.database.checkpoint())
        #expect(try StoreState.requireSame(store.fileContents, "a new one") == nil)
    }

    @Test func `a log that ends before a checkpoint's commit is refused`() throws {
        let store = try TestStore()
        try Self.save(store.database, 0..<20)
        let size = Int(try store.database.snapshot().version.end.offset)
        try Self.save(store.database, 20..<40)
        try store.database.checkpoint()
        var files = store.fileContents
        // As if the second commit had never reached the disk.
        for place in size..<(files["00000001.seg"]?.count ?? 0) {
            files["00000001.seg"]?[place] = 0
        }
        #expect(Self.error(files)?.code == .corrupt)
        let message = Self.error(files)?.message ?? ""
        #expect(message.contains("ends before commit 2"))
        // Without the checkpoint, the loss cannot be detected.
        #expect(Self.error(files, usingCheckpoint: false) == nil)
    }

    @Test func `an older file with the name of the checkpoint is used with a replay`() throws {
        let store = try TestStore()
        try Self.save(store.database, 0..<20)
        try store.database.checkpoint()
        let older = try #require(store.fileContents["00000001.ckp"])
        try Self.save(store.database, 10..<40, "changed")
        try store.database.checkpoint()
        var files = store.fileContents
        files["00000002.ckp"] = older
        #expect(try StoreState.requireSame(files, "older") == nil)
        // A checkpoint of another store is not used.
        let other = try TestStore(seed: 2)
        try Self.save(other.database, 0..<20)
        try other.database.checkpoint()
        files["00000002.ckp"] = other.fileContents["00000001.ckp"]
        #expect(try StoreState.requireSame(files, "another store's") != nil)
    }

    @Test func `a snapshot of mapped leaves outlives its store and the file`() throws {
        let store = try Self.store()
        try store.reopen()
        #expect(store.database.checkpointProblem == nil)
        let snapshot = try store.database.snapshot()
        let expected = try TestStore.contents(of: snapshot)
        try Self.save(store.database, 0..<50, "changed")
        try store.database.checkpoint()
        #expect(store.checkpointNames == ["00000002.ckp"])
        try store.database.close()
        #expect(try TestStore.contents(of: snapshot) == expected)
        #expect(try snapshot.find(.int(7), in: CityEntity.name)?["name"] == .string("city"))
    }

    @Test func `only the newest checkpoint is kept, and the next writer removes others`() throws {
        let store = try Self.store()
        try store.database.checkpoint()
        try store.database.checkpoint()
        #expect(store.checkpointNames == ["00000003.ckp"])
        try store.database.close()
        var files = store.fileContents
        files["00000007.ckp"] = [1, 2, 3]
        let again = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        #expect(again.checkpointNames == ["00000003.ckp"])
        #expect(again.database.checkpointProblem == nil)
        try again.checkIntegrity()
    }

    @Test func `data is durable before data that relies on it`() throws {
        let calls = try DurabilityOrderTests.calls { try $0.checkpoint() }
        #expect(
            calls == [
                "create 00000001.ckp", "write", "write", "write", "write", "write", "write",
                "sync checkpoint", "sync checkpointEntry", "remove manifest.new",
                "create manifest.new", "write", "sync manifest", "rename manifest manifest.old",
                "rename manifest.new manifest", "sync manifestEntry",
            ])
    }

    @Test func `the log is synced before a checkpoint of unsynced commits`() throws {
        let plan = FailurePlan()
        var options = Database.Options.creating
        options.durability = .onClose
        let store = try Database(
            at: TestStore.path, options: options,
            fileSystem: FailingFileSystem(MemoryFileSystem(), plan: plan),
            environment: .repeatable())
        try Self.save(store, 0..<3)
        let before = plan.callCount
        try store.checkpoint()
        #expect(plan.calls[before] == "sync logBeforeCheckpoint")
    }

    @Test func `a failed checkpoint leaves the store unchanged`() throws {
        func run(failing call: Int) throws -> [String] {
            let files = MemoryFileSystem()
            let plan = FailurePlan()
            let store = try Database(
                at: TestStore.path, options: .creating,
                fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
            try Self.save(store, 0..<3)
            try store.checkpoint()
            try Self.save(store, 2..<5)
            let before = plan.callCount
            plan.fail(after: call)
            let code = DatabaseTests.code { try store.checkpoint() }
            let calls = Array(plan.calls.dropFirst(before))
            let failed = call < calls.count ? calls[call] : ""
            // Until then no reader uses the new manifest.
            let isBeforeManifest = !calls.prefix(call + 1).contains("rename manifest manifest.old")
            // Files that could not be removed are removed the next time.
            let isIgnored = failed.isEmpty || failed.hasPrefix("remove")
            #expect((code == nil) == isIgnored, "\(failed)")
            plan.disarm()
            let canGoOn = isIgnored || isBeforeManifest
            #expect(
                DatabaseTests.code { try Self.save(store, 4..<8) } == (canGoOn ? nil : .poisoned))
            let names = files.contents(of: TestStore.path).keys.filter { $0.hasSuffix(".ckp") }
            if canGoOn, !isIgnored { #expect(names == ["00000001.ckp"], "\(failed)") }
            if canGoOn { #expect(try store.checkpoint()) }
            let left = files.contents(of: TestStore.path)
            #expect(try StoreState.requireSame(left, failed) == nil)
            let again = try TestStore(files: MemoryFileSystem(TestStore.path, files: left))
            #expect(try again.database.snapshot().count(CityEntity.name) == (canGoOn ? 8 : 5))
            #expect(again.checkpointNames.count == 1)
            try again.checkIntegrity()
            return calls
        }
        let count = try run(failing: .max / 2).count
        #expect(count > 12)
        for call in 0..<count { _ = try run(failing: call) }
    }

    @Test func `a checkpoint within a change is refused`() throws {
        let store = try Self.store()
        let database = store.database
        try database.performChanges { _ in
            #expect(DatabaseTests.code { try database.checkpoint() } == .nestedChanges)
        }
        #expect(try database.checkpoint())
    }

    @Test func `a checkpoint is due by the number of bytes after the last one`() {
        let mega: UInt64 = 1 << 20
        #expect(!CheckpointPolicy(bytesBehind: 8 * mega, size: 0).isDue)
        #expect(CheckpointPolicy(bytesBehind: 8 * mega + 1, size: 0).isDue)
        #expect(!CheckpointPolicy(bytesBehind: 40 * mega, size: 40 * mega).isDue)
        #expect(CheckpointPolicy(bytesBehind: 40 * mega + 1, size: 40 * mega).isDue)
        #expect(!CheckpointPolicy(bytesBehind: 9 * mega, size: 0, failed: mega).isDue)
        #expect(CheckpointPolicy(bytesBehind: 9 * mega + 1, size: 0, failed: mega).isDue)
        #expect(!CheckpointPolicy(bytesBehind: mega, size: 0).isDueAtClose)
        #expect(CheckpointPolicy(bytesBehind: mega + 1, size: 400 * mega).isDueAtClose)
        #expect(CheckpointPolicy(bytesBehind: .max, size: .max - 1).isDue)
        let void = CheckpointPolicy(bytesBehind: 20 * mega, size: 40 * mega, isVoid: true)
        #expect(!void.isDue && void.isDueAtClose)
        #expect(CheckpointPolicy(bytesBehind: 20 * mega + 1, size: 40 * mega, isVoid: true).isDue)
    }

    @Test func `closing writes a checkpoint if a compaction has invalidated the last one`() throws {
        let files = MemoryFileSystem()
        var options = Database.Options.creating
        options.maintenance = .inline
        options.segmentSizeNominal = 4000
        func open() throws -> Database {
            try Database(
                at: TestStore.path, options: options, fileSystem: files,
                environment: .repeatable())
        }
        let store = try open()
        for start in 0..<10 as Range<Int64> { try Self.save(store, start * 20..<start * 20 + 20) }
        #expect(try store.checkpoint())
        #expect(try store.withWriter { !$0.checkpointPolicy.isVoid })
        try Self.save(store, 3..<6, "changed")
        try store.compact(segments: 0..<1)
        #expect(try store.withWriter { $0.checkpointPolicy.isVoid && !$0.checkpointPolicy.isDue })
        try store.close()
        let again = try open()
        #expect(again.checkpointProblem == nil)
        #expect(try again.withWriter { $0.checkpoint != nil && !$0.checkpointPolicy.isVoid })
        #expect(try again.snapshot().count(CityEntity.name) == 200)
        try again.close()
    }

    @Test func `closing writes a checkpoint after much log and none after little`() throws {
        func close(_ bytes: Int) throws -> MemoryFileSystem {
            let files = MemoryFileSystem()
            var options = Database.Options.creating
            options.maintenance = .inline
            let store = try Database(
                at: TestStore.path, options: options, fileSystem: files,
                environment: .repeatable())
            try Self.save(store, 0..<1, String(long: "x", count: bytes))
            #expect(try !store.checkpointIfDue())
            try store.close()
            return files
        }
        let large = try close(1_100_000).contents(of: TestStore.path)
        #expect(large["00000001.ckp"] != nil)
        #expect(try StoreState.requireSame(large, "closed") == nil)
        #expect(try close(900_000).contents(of: TestStore.path)["00000001.ckp"] == nil)
    }

    @Test func `a checkpoint during commits shows one of them`() async throws {
        let store = try TestStore(segmentSizeNominal: 20_000)
        let database = store.database
        try Self.save(database, 0..<10)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<60 as Range<Int64> {
                    #expect(throws: Never.self) {
                        try Self.save(database, round..<round + 5, "round \(round)")
                    }
                }
            }
            group.addTask {
                for _ in 0..<12 {
                    #expect(throws: Never.self) { try database.checkpoint() }
                }
            }
        }
        #expect(try StoreState.requireSame(store.fileContents, "at the end") == nil)
        try store.reopenAfterKill()
        try store.checkIntegrity()
    }

    @Test func `a checkpoint excludes frames that a change has only buffered`() throws {
        let store = try Self.store()
        try store.reopen()
        // The change was empty, but had begun with an open frame.
        try store.database.performChanges { _ in }
        try store.database.compact(segments: 0..<1)
        #expect(try store.database.checkpoint())
        try store.reopenAfterKill()
        #expect(store.database.checkpointProblem == nil)
        #expect(store.database.recovery?.rewrittenCommits == 0)
    }
}
