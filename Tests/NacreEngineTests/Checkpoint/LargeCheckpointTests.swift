import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Checkpoints so large that several threads load their sections.
@Suite struct LargeCheckpointTests {
    /// Made once, for both tests.
    private static let files = Result { try makeFiles() }

    private static func makeFiles() throws -> [String: [UInt8]] {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            for id in 0..<30_000 as Range<Int64> {
                let key = Value.int(id &* 0x9E37_79B9_7F4A)
                try changes.insert([key, .string("city \(id)")], into: "City")
            }
        }
        try store.database.checkpoint()
        try store.database.close()
        return store.fileContents
    }

    static func file(
        _ files: [String: [UInt8]]
    ) throws -> (CheckpointFile, [CheckpointSection]) {
        let directory = try MemoryFileSystem(TestStore.path, files: files)
            .openDirectory(TestStore.path, creating: false)
        let manifest = try #require(try ManifestStore(directory: directory).read(FileName.manifest))
        let file = try CheckpointFile(1, in: directory, storeID: manifest.storeID)
        return (file, try file.sections())
    }

    static func load(
        _ file: CheckpointFile, _ sections: [CheckpointSection], _ pool: NodePool
    ) throws -> [LoadedSection] {
        try loader(file, sections).run(pool: pool) { () throws(FormatError) in () }.0
    }

    /// Of a store that has had one segment only.
    private static func loader(
        _ file: CheckpointFile, _ sections: [CheckpointSection]
    ) -> SectionLoader {
        SectionLoader(file: file, sections: sections, covered: [1])
    }

    @Test func `several threads load what the log has, and every damage is noticed`() throws {
        let files = try Self.files.get()
        let bytes = try #require(files[CheckpointDamageTests.name])
        #expect(bytes.count > 1 << 19)
        #expect(try StoreState.requireSame(files, "large") == nil)

        let pool = NodePool(slabs: NodeSlabs())
        let (file, sections) = try Self.file(files)
        let loaded = try Self.load(file, sections, pool)
        pool.pin(file.mapping)
        #expect(loaded.map(\.tree.count).sorted().suffix(2) == [30_000, 30_000])
        for section in loaded { section.tree.checkInvariants() }
        let live = pool.liveCount
        #expect(live > 10)

        let long = sections.filter { $0.length > 0 }
        for first in long.indices {
            let mark = pool.mark()
            var damaged = files
            // The first one in the file is told, whichever thread comes upon its damage first.
            for section in long[first...] {
                damaged[CheckpointDamageTests.name]?[section.range.lowerBound] ^= 1
            }
            let (file, sections) = try Self.file(damaged)
            let error = #expect(throws: StoreError.self) {
                try Self.load(file, sections, pool)
            }
            #expect(error?.offset == long[first].offset)
            pool.rollBack(to: mark)
            #expect(pool.liveCount == live, "nodes of sound sections are free again")
        }
    }

    @Test func `what is done alongside fails for itself, behind damage`() throws {
        let files = try Self.files.get()
        let pool = NodePool(slabs: NodeSlabs())
        let (file, sections) = try Self.file(files)
        let refusal = FormatError(
            .badValue, structure: "work", field: "alongside", offset: 7, expected: "", found: "")
        let error = #expect(throws: StoreError.self) {
            try Self.loader(file, sections).run(pool: pool) {
                () throws(FormatError) in throw refusal
            }
        }
        #expect(error?.offset == 7)
    }
}
