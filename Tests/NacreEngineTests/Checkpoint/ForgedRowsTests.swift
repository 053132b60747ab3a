@testable import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Checkpoints with correct checksums, and with rows or ids that do not match the objects.
@Suite struct ForgedRowsTests {
    private typealias Top = PackedTopFields

    /// Makes objects in small segments, one of them rewritten in a later one, a checkpoint, and
    /// after it a commit in a segment that the checkpoint does not cover.
    private static func makeFiles() throws -> [String: [UInt8]] {
        let store = try TestStore(segmentSizeNominal: 4096)
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            for id in 0..<400 as Range<Int64> {
                try changes.insert([.int(id), .string("city \(id)")], into: "City")
            }
        }
        try store.database.performChanges { changes in
            let long = String(repeating: "x", count: 5_000)
            try changes.update([.int(390), .string(long)], of: "City")
            try changes.update([.int(7), .string("Bern")], of: "City")
        }
        try store.database.checkpoint()
        try store.database.performChanges { changes in
            _ = try changes.insert([.int(1_000), .string("Basel")], into: "City")
        }
        return store.fileContents
    }

    /// Returns the first block of a section of a kind, of the larger section if there are several.
    private static func block(
        of kind: CheckpointSectionKind, in files: [String: [UInt8]]
    ) throws -> (top: PackedTop, topOffset: Int) {
        let (file, sections) = try LargeCheckpointTests.file(files)
        let all = sections.filter { $0.kind == kind && $0.blocks > 0 }
        let section = try #require(all.max { $0.length < $1.length })
        let view = file.mapping.view[section.range]
        let top = PackedBlocks(checked: view, count: section.blocks).top(0)
        return (top, section.range.upperBound - section.blocks * Top.size)
    }

    /// Expects that a checkpoint is of no use after a change, and that the store is the same.
    /// - Parameter reason: A part of the reported reason, or nil for any reason.
    static func expectRefused(
        _ files: [String: [UInt8]], because reason: String? = nil,
        _ change: (inout [UInt8]) throws -> Void
    ) throws {
        let (expected, sound) = try StoreState.read(files, usingCheckpoint: true)
        #expect(sound == nil)
        let name = CheckpointDamageTests.name
        var bytes = try #require(files[name])
        try change(&bytes)
        var forged = files
        forged[name] = ForgedCheckpoint.withChecksums(bytes) { _ in }
        let (state, problem) = try StoreState.read(forged, usingCheckpoint: true)
        #expect(state == expected)
        let found = try #require(problem)
        if let reason { #expect(found.contains(reason), "\(found)") }
    }

    @Test func `a row that leads into a segment after the checkpoint is damage`() throws {
        let files = try Self.makeFiles()
        let (top, offset) = try Self.block(of: .rows, in: files)
        #expect(top.keyWidth == 5, "row 7 leads into the second segment")
        // The fifth byte that row 7 adds to the smallest word is the segment's.
        let byte = offset - top.bytesToBlock + 7 * top.keyWidth + 4
        try Self.expectRefused(files, because: "block 0 of 'rows'") { bytes in
            #expect(bytes[byte] == 1)
            bytes[byte] = 2
        }
    }

    @Test func `a block of rows that all lead there makes a checkpoint useless`() throws {
        let files = try Self.makeFiles()
        let (_, offset) = try Self.block(of: .rows, in: files)
        // In the smallest word of the second block, whose rows all lead into one segment.
        let byte = offset + Top.size + Top.key.offset + 4
        try Self.expectRefused(files, because: "rows of 'rows'") { bytes in
            #expect(bytes[byte] == 1)
            bytes[byte] = 9
        }
    }

    @Test func `objects that are found by their rows alone are defects`() throws {
        var files = try Self.makeFiles()
        let (top, offset) = try Self.block(of: .ids, in: files)
        let name = CheckpointDamageTests.name
        files[name] = ForgedCheckpoint.withChecksums(try #require(files[name])) { bytes in
            // The smallest id of the first block, as a key: 1 << 63.
            bytes[offset + Top.key.offset + 7] -= 1
        }
        let database = try Database(
            at: TestStore.path, options: .readOnly,
            fileSystem: MemoryFileSystem(TestStore.path, files: files))
        var report = IntegrityReport()
        ObjectChecker(snapshot: try database.snapshot()).run(&report)
        let messages = report.defects.map(\.message)
        #expect(messages.count { $0.contains("is not found by its id") } == top.count)
    }
}
