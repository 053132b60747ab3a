import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Checkpoints with sections of many blocks.
@Suite struct LargeCheckpointTests {
    /// The files, made once for both tests.
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

    @Test func `a large checkpoint equals the log, and any damage to it is noticed`() throws {
        let files = try Self.files.get()
        let bytes = try #require(files[CheckpointDamageTests.name])
        #expect(bytes.count > 1 << 19, "worth the name")
        #expect(try StoreState.requireSame(files, "large") == nil)

        let pool = NodePool(slabs: NodeSlabs())
        let (file, sections) = try Self.file(files)
        try file.check(sections, covering: [1, 2])
        let blocks = CheckpointBlocks(file.mapping, sections, covering: [1, 2], nil)
        pool.use(blocks)
        var rows = 0
        for place in sections.indices where sections[place].kind == .rows {
            let table = blocks.rows(at: place, pool)
            try table.checkInvariants()
            table.forEach { _, _ in
                rows += 1
                return true
            }
        }
        #expect(rows == 30_000)
        let trees = sections.indices.map { blocks.tree(at: $0) }.filter { $0.count > 0 }
        #expect(trees.map(\.count) == [30_000, 30_000], "ids, and an index")
        for tree in trees { try tree.checkInvariants() }

        // Trees are read later.
        let long = sections.filter { $0.length > 0 && !$0.kind.isOfTree }
        #expect(long.count >= 3)
        for first in long.indices {
            var damaged = files
            for section in long[first...] {
                damaged[CheckpointDamageTests.name]?[section.checkedRange.lowerBound] ^= 1
            }
            let error = #expect(throws: StoreError.self) {
                let (file, sections) = try Self.file(damaged)
                try file.check(sections, covering: [1, 2])
            }
            #expect(error?.offset == long[first].checkedRange.lowerBound, "the first in the file")
        }
    }

    @Test func `damage of a large checkpoint is reported before errors of segments`() throws {
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
