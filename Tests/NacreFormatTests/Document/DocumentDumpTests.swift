import Foundation
import NacreFormat
import NacreTestSupport
import Testing

/// The hex dumps of Formats.md equal those that the code makes. With NACRE_UPDATE_FORMATS=1 in the
/// environment they are written into the document instead.
@Suite(.serialized) struct DocumentDumpTests {
    private static func segmentDump(_ bytes: [UInt8]) -> [String] {
        bytes.withView { HexDump().lines(ofSegment: $0) }
    }

    private static var manifestDump: [String] {
        Samples.manifest.encoded.withView { HexDump().lines(ofManifest: $0) }
    }

    private func check(_ name: String, _ dump: [String]) throws {
        var document = try FormatsDocument()
        if ProcessInfo.processInfo.environment["NACRE_UPDATE_FORMATS"] == "1" {
            try document.setDump(name, to: dump)
            try document.write()
            return
        }
        let written = try document.dump(name)
        #expect(written.count == dump.count)
        for (number, (ours, theirs)) in zip(dump, written).enumerated() where ours != theirs {
            Issue.record("line \(number) of '\(name)' should be\n\(ours)\nand is\n\(theirs)")
        }
    }

    @Test func `the empty store in the document equals the code's output`() throws {
        try check(
            "empty store",
            ["manifest"] + Self.manifestDump + ["", "00000001.seg"]
                + Self.segmentDump(Samples.emptySegment))
    }

    @Test func `the store with two commits in the document equals the code's output`() throws {
        try check(
            "two commits", ["00000001.seg"] + Self.segmentDump(try Samples.twoCommits()))
    }
}
