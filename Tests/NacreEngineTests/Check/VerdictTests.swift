import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A store that a check finds sound can be written to. The check and the writer share the code that
/// decides this.
@Suite struct VerdictTests {
    /// Makes a store whose compaction has begun a small active segment, with a checkpoint of it.
    private static func compacted() throws -> [String: [UInt8]] {
        let store = try TestStore(segmentSizeNominal: 6000)
        for round in 0..<6 {
            try CompactionTests.save(0..<40, "round \(round)", in: store.database)
        }
        _ = try store.database.compact()
        _ = try store.database.checkpoint()
        try store.database.close()
        return store.files.contents(of: TestStore.path)
    }

    /// Checks that a reader and a writer see the same content, if a check finds the store sound.
    /// - Returns: Whether the check finds it sound.
    @discardableResult
    static func check(_ files: [String: [UInt8]], isDeep: Bool) throws -> Bool {
        guard let report = try? IntegrityCheckerTests.check(files, isDeep: isDeep),
            report.isSound
        else { return false }
        try require(
            !report.notes.contains { $0.contains("written to meanwhile") }, "nobody wrote to it")
        let seen = try SalvageFixture.contents(files)
        let store = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        try requireEqual(try store.contents(), seen, "what a writer and a reader see")
        try CompactionTests.save(0..<1, "after", in: store.database)
        try store.checkIntegrity()
        return true
    }

    @Test(arguments: [false, true])
    func `damage of the first and last frame of the active segment is one verdict`(
        isDeep: Bool
    ) throws {
        var files = try Self.compacted()
        let name = try #require(try SalvageFixture.segments(files).last)
        let count = files[name]?.count ?? 0
        files[name]?[200] ^= 1
        files[name]?[count - 6] ^= 1
        #expect(try Self.check(files, isDeep: isDeep))
    }

    @Test func `a store whose active segment ends early can be written to`() throws {
        let files = try Self.compacted()
        let name = try #require(try SalvageFixture.segments(files).last)
        let count = files[name]?.count ?? 0
        for place in stride(from: SegmentHeaderFields.size, to: count, by: 4) {
            var damaged = files
            damaged[name]?.removeSubrange(place...)
            #expect(try Self.check(damaged, isDeep: false), "cut at \(place)")
        }
    }

    @Test func `a check also finds a manifest that is not the newest`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<9, "early", in: store.database)
        let early = store.files.contents(of: TestStore.path)
        for round in 0..<9 {
            try CompactionTests.save(0..<9, "round \(round)", in: store.database)
            try store.reopenAfterKill()
        }
        try store.database.close()
        var files = store.files.contents(of: TestStore.path)
        files[FileName.manifest] = early[FileName.manifest]
        files[FileName.formerManifest] = nil
        files[TornTailTests.Unclean.segment] = early[TornTailTests.Unclean.segment]
        #expect(throws: StoreError.self) {
            _ = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        }
        #expect(try !IntegrityCheckerTests.check(files).isSound)
    }

    @Test func `a store that passes a check opens for changes with the same content`() throws {
        for files in [try Self.compacted(), try SalvageFixture.make().files] {
            property(
                "damage", runs: 150, .array(of: SalvageDamageTests.damage, count: 1...3)
            ) { damages in
                let damaged = try SalvageDamageTests.apply(damages, to: files)
                try Self.check(damaged, isDeep: damages.count % 2 == 0)
            }
        }
    }
}
