import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Tests the checker's findings about a store's checkpoint: damage is a note, since the store opens
/// without the checkpoint; wrong content under correct checksums is a defect.
@Suite struct CheckpointCheckTests {
    static let name = CheckpointDamageTests.name

    /// Makes a store whose newest commit is that of its checkpoint.
    static func makeFiles() throws -> [String: [UInt8]] {
        let fileSystem = MemoryFileSystem(
            TestStore.path, files: try CheckpointDamageTests.makeFiles())
        let database = try Database(at: TestStore.path, fileSystem: fileSystem)
        try database.checkpoint()
        try database.close()
        return fileSystem.contents(of: TestStore.path)
    }

    static func newest(_ files: [String: [UInt8]]) throws -> (name: String, bytes: [UInt8]) {
        let name = try #require(files.keys.filter { $0.hasSuffix(".ckp") }.max())
        return (name, try #require(files[name]))
    }

    /// Returns some offsets, or all at a large scale.
    static func places(_ bytes: [UInt8]) -> StrideTo<Int> {
        stride(from: 0, to: bytes.count, by: Scale.count(1) > 1 ? 1 : 7)
    }

    static func check(_ files: [String: [UInt8]], isDeep: Bool = true) throws -> IntegrityReport {
        try IntegrityCheckerTests.check(files, isDeep: isDeep)
    }

    @Test(arguments: [false, true])
    func `a sound checkpoint is reported with its coverage`(isDeep: Bool) throws {
        let files = try CheckpointDamageTests.makeFiles()
        let report = try Self.check(files, isDeep: isDeep)
        #expect(report.defects == [])
        #expect(report.notes == [])
        let checkpoint = try #require(report.checkpoint)
        #expect(checkpoint.file == Self.name)
        #expect(checkpoint.commit == 2)
        #expect(checkpoint.segments == 1)
        #expect(checkpoint.bytes == files[Self.name]?.count)
    }

    @Test(arguments: [false, true])
    func `any flipped bit of a checkpoint is a note and no defect`(isDeep: Bool) throws {
        let files = try CheckpointDamageTests.makeFiles()
        let bytes = try #require(files[Self.name])
        for place in Self.places(bytes) {
            var damaged = files
            damaged[Self.name]?[place] ^= 1 << UInt8(place % 8)
            let report = try Self.check(damaged, isDeep: isDeep)
            #expect(report.defects == [], "byte \(place)")
            #expect(report.checkpoint == nil, "byte \(place)")
            #expect(report.notes.count == 1, "byte \(place)")
            #expect(report.notes.first?.hasPrefix("\(Self.name) cannot be used, so") == true)
        }
    }

    @Test func `a missing, a foreign and an unnamed checkpoint are notes`() throws {
        let files = try CheckpointDamageTests.makeFiles()
        var missing = files
        missing[Self.name] = nil
        #expect(try Self.check(missing).isSound)
        #expect(try Self.check(missing).notes.count == 1)
        let other = try TestStore(seed: 2)
        try CheckpointTests.save(other.database, 0..<20)
        try other.database.checkpoint()
        var foreign = files
        foreign[Self.name] = other.fileContents[Self.name]
        #expect(try Self.check(foreign).isSound)
        #expect(try Self.check(foreign).notes.first?.contains("store id") == true)
        var unnamed = files
        unnamed["00000009.ckp"] = files[Self.name]
        #expect(
            try Self.check(unnamed).notes == [
                "00000009.ckp is not a part of the store as it is now"
            ])
        #expect(try Self.check(unnamed).checkpoint?.file == Self.name)
    }

    @Test func `a checkpoint that a compaction has invalidated is a note`() throws {
        let store = try CheckpointTests.store()
        _ = try store.database.compact()
        let report = try Self.check(store.fileContents)
        #expect(report.defects == [])
        #expect(report.checkpoint == nil)
        #expect(report.notes.contains { $0.contains("no longer the first ones of the log") })
    }

    @Test func `a log that ends before the checkpoint's commit is a defect`() throws {
        let store = try TestStore()
        try CheckpointTests.save(store.database, 0..<20)
        let size = Int(try store.database.snapshot().version.end.offset)
        try CheckpointTests.save(store.database, 20..<40)
        try store.database.checkpoint()
        var files = store.fileContents
        for place in size..<(files["00000001.seg"]?.count ?? 0) {
            files["00000001.seg"]?[place] = 0
        }
        let defects = try Self.check(files, isDeep: false).defects
        #expect(defects.count == 1)
        #expect(defects.first?.message.contains("expected commits up to 2") == true)
    }

    @Test func `a swapped tree with correct checksums is a defect of a deep check`() throws {
        var files = try Self.makeFiles()
        let (name, bytes) = try Self.newest(files)
        let forged = try #require(ForgedCheckpoint.swappingTrees(bytes))
        files[name] = forged
        #expect(try StoreState.read(files, usingCheckpoint: true).problem == nil)
        #expect(try Self.check(files, isDeep: false).isSound)
        let report = try Self.check(files)
        #expect(
            report.defects.map(\.message) == [
                "the index of the ids of 'City' differs from the log's",
                "the index of the values of 'City.name' differs from the log's",
            ])
        #expect(report.defects.allSatisfy { $0.file == name })
        #expect(report.notes.contains { $0.hasPrefix("\(name) is only a cache: if it is removed") })
        files[name] = nil
        #expect(try Self.check(files).isSound)
    }

    /// A deep check without findings guarantees that the store shows the content of its log.
    @Test func `a deep check finds any wrong content of a checkpoint`() throws {
        let files = try Self.makeFiles()
        let (expected, _) = try StoreState.read(files, usingCheckpoint: false)
        let (name, bytes) = try Self.newest(files)
        var lies = 0
        for place in Self.places(bytes) {
            var forged = files
            forged[name] = ForgedCheckpoint.withChecksums(bytes) { $0[place] ^= 0x55 }
            let report = try Self.check(forged)
            if !report.isSound {
                lies += 1
                // A commit number that the log does not reach is reported as a defect of the store.
                let isNamed = report.defects.allSatisfy { defect in
                    defect.file == name || defect.message.hasPrefix("expected commits up to")
                }
                #expect(isNamed, "byte \(place)")
            } else if report.checkpoint != nil {
                let (state, problem) = try StoreState.read(forged, usingCheckpoint: true)
                #expect(problem == nil, "byte \(place)")
                #expect(state == expected, "byte \(place) was not noticed")
            }
        }
        #expect(lies > 0)
    }

    @Test func `an untrusted store is opened without its checkpoint`() throws {
        var files = try Self.makeFiles()
        let (expected, _) = try StoreState.read(files, usingCheckpoint: false)
        let (name, bytes) = try Self.newest(files)
        let forged = try #require(ForgedCheckpoint.swappingTrees(bytes))
        files[name] = forged
        let store = try UntrustedTests.open(files)
        #expect(try StoreState(store) == expected)
        #expect(store.checkpointProblem == nil)
        #expect(try store.snapshot().find(.int(4), in: "City") != nil)
        // The check does not read its file either, whatever it contains.
        files[name] = []
        #expect(try StoreState(UntrustedTests.open(files)) == expected)
    }
}
