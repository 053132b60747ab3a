import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The evidence that segments named by no manifest give on whether the manifest is the newest.
@Suite struct UnnamedSegmentsTests {
    static let path = "store"

    /// - Parameter builders: The builders of segments; the manifest names number 1.
    static func unnamed(
        _ builders: [SegmentBuilder], names: [String]? = nil
    ) throws -> (UnnamedSegments, MemoryFileSystem) {
        var files = [FileName.segment(SegmentNumber(1)): SegmentBuilder(number: 1).bytes]
        for (index, builder) in builders.enumerated() {
            files[names?[index] ?? FileName.segment(builder.header.number)] = builder.bytes
        }
        let memory = MemoryFileSystem(path, files: files)
        let manifest = Manifest(
            storeID: SegmentBuilder.storeID, generation: 1, hashKey: HashKey(low: 1, high: 2),
            segments: [], active: SegmentNumber(1))
        let directory = try memory.openDirectory(path, creating: false)
        return (
            try UnnamedSegments(
                try directory.list(), in: directory, manifest: manifest, isReadOnly: true), memory
        )
    }

    static func newest(_ builder: SegmentBuilder, countingCopies: Bool = false) throws -> UInt64? {
        try unnamed([builder]).0.newest(countingCopies: countingCopies)?.commit.rawValue
    }

    /// Adds the first part of a commit after those of the builder.
    static func addPart(to builder: inout SegmentBuilder) {
        let next = CommitNumber(builder.lastCommit.rawValue + 1)
        builder.add(
            .records,
            change: { header in
                header.commit = next
                header.flags.insert(.first)
                header.preludeLength = UInt16(Prelude(author: "", note: "").encoded.count)
            }, payload: { $0.append(Prelude(author: "", note: "").encoded) })
    }

    @Test func `the newest complete commit counts, and its file is named`() throws {
        var old = SegmentBuilder(number: 2)
        old.addCommit()
        var new = SegmentBuilder(number: 3, lastCommitBefore: 4)
        new.addCommit()
        new.addCommit()
        let (segments, _) = try Self.unnamed([old, new])
        let newest = try #require(segments.newest(countingCopies: false))
        #expect(newest.commit == CommitNumber(6))
        #expect(newest.name == "00000003.seg")
        #expect(try Self.unnamed([]).0.newest(countingCopies: true) == nil)
    }

    @Test func `parts of an unfinished commit do not count`() throws {
        var builder = SegmentBuilder(number: 2)
        builder.addCommit()
        Self.addPart(to: &builder)
        #expect(try Self.newest(builder) == 1)
    }

    @Test func `parts of an aborted commit do not count`() throws {
        var builder = SegmentBuilder(number: 2)
        builder.addCommit()
        Self.addPart(to: &builder)
        builder.add(
            .abort, change: { $0.commit = CommitNumber(2) }, payload: { $0.append(UInt32(0)) })
        #expect(try Self.newest(builder) == 1)
    }

    @Test func `copies of a compaction count only if they were relied on`() throws {
        var builder = SegmentBuilder(number: 2, origin: .compacted)
        builder.add(.compacted, change: { $0.commit = CommitNumber(7) })
        #expect(try Self.newest(builder) == 0)
        #expect(try Self.newest(builder, countingCopies: true) == 7)
    }

    @Test func `copies of a recovery count once a writer has continued after them`() throws {
        var builder = SegmentBuilder(number: 2, origin: .recovered)
        builder.addCommit()
        #expect(try Self.newest(builder) == 0)
        #expect(try Self.newest(builder, countingCopies: true) == 1)
        builder.add(.open)
        #expect(try Self.newest(builder) == 1)
        builder.addCommit()
        #expect(try Self.newest(builder) == 2)
    }

    @Test func `a file that does not match its segment name does not count`() throws {
        var builder = SegmentBuilder(number: 2)
        builder.addCommit()
        let (renamed, _) = try Self.unnamed([builder], names: ["00000005.seg"])
        #expect(renamed.newest(countingCopies: true)?.commit == CommitNumber(0))
    }

    @Test func `only segments without a name in the manifest are removed`() throws {
        let (segments, files) = try Self.unnamed([SegmentBuilder(number: 2)])
        segments.remove(from: try files.openDirectory(Self.path, creating: false))
        #expect(Array(files.contents(of: Self.path).keys) == ["00000001.seg"])
    }
}
