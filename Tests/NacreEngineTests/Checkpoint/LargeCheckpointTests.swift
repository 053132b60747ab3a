import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Checkpoints so large that several threads load their sections.
@Suite struct LargeCheckpointTests {
    /// Made once, for both tests.
    private static let files = Result { try makeFiles() }

    private static func makeFiles() throws -> [String: [UInt8]] {
        let store = try TestStore(segmentSizeNominal: 600_000)
        try store.database.performChanges { try TestStore.defineNamed("City", in: $0) }
        for first in stride(from: 0, to: 30_000 as Int64, by: 10_000) {
            try store.database.performChanges { changes in
                for id in first..<first + 10_000 {
                    let key = Value.int(id &* 0x9E37_79B9_7F4A)
                    try changes.insert([key, .string("city \(id)")], into: "City")
                }
            }
        }
        try store.database.checkpoint()
        try store.database.close()
        return store.fileContents
    }

    private static func directory(
        _ files: [String: [UInt8]]
    ) throws -> (any StoreDirectory, Manifest) {
        let directory = try MemoryFileSystem(TestStore.path, files: files)
            .openDirectory(TestStore.path, creating: false)
        return (
            directory,
            try #require(try ManifestStore(directory: directory).read(FileName.manifest))
        )
    }

    static func file(
        _ files: [String: [UInt8]]
    ) throws -> (CheckpointFile, [CheckpointSection]) {
        let (directory, manifest) = try directory(files)
        let file = try CheckpointFile(1, in: directory, storeID: manifest.storeID)
        return (file, try file.sections())
    }

    static func load(
        _ file: CheckpointFile, _ sections: [CheckpointSection], _ pool: NodePool
    ) throws -> [LoadedSection] {
        // Those that there are: what the file says of them may be damaged here.
        var loader = SectionLoader(file: file, sections: sections, covered: [1, 2])
        loader.sharedSizeMin = 1 << 10
        return try loader.run(pool: pool) {}
    }

    @Test func `several threads load what the log has, and every damage is noticed`() throws {
        let files = try Self.files.get()
        let bytes = try #require(files[CheckpointDamageTests.name])
        #expect(bytes.count > 1 << 19, "worth the name")
        #expect(try StoreState.requireSame(files, "large") == nil)

        let pool = NodePool(slabs: NodeSlabs())
        let (file, sections) = try Self.file(files)
        let loaded = try Self.load(file, sections, pool)
        pool.pin(CheckpointBlocks(file.mapping, sections, covering: [1, 2], nil))
        // The index comes later.
        #expect(loaded.map(\.tree.count).sorted().suffix(2) == [0, 30_000])
        for section in loaded { section.tree.checkInvariants() }
        let live = pool.liveCount
        #expect(live > 10)

        let long = sections.filter { $0.length > 0 && !$0.isAskedLater }
        for first in long.indices {
            let mark = pool.mark()
            var damaged = files
            // The first one in the file is told, whichever thread comes upon its damage first.
            for section in long[first...] {
                damaged[CheckpointDamageTests.name]?[section.checkedRange.lowerBound] ^= 1
            }
            let (file, sections) = try Self.file(damaged)
            let error = #expect(throws: StoreError.self) {
                try Self.load(file, sections, pool)
            }
            #expect(error?.offset == long[first].checkedRange.lowerBound)
            pool.rollBack(to: mark)
            #expect(pool.liveCount == live, "nodes of sound sections are free again")
        }
    }

    @Test func `segments are opened alongside, and what is wrong with them comes behind damage`()
        throws
    {
        var files = try Self.files.get()
        let (_, sections) = try Self.file(files)
        let first = FileName.segment(SegmentNumber(1))
        files[first] = nil
        func error() throws -> StoreError? {
            let (directory, manifest) = try Self.directory(files)
            #expect(!manifest.segments.isEmpty)
            return #expect(throws: StoreError.self) {
                var found = FoundCheckpoint()
                _ = try found.load(
                    1, manifest, directory, NodePool(slabs: NodeSlabs()),
                    segmentsIn: SegmentFiles(directory: directory, isReadOnly: false))
            }
        }
        #expect(try error()?.file?.hasSuffix(first) == true)
        let rows = try #require(sections.first { $0.kind == .rows && $0.length > 0 })
        files[CheckpointDamageTests.name]?[rows.checkedRange.lowerBound] ^= 1
        #expect(try error()?.offset == rows.checkedRange.lowerBound)
    }
}
