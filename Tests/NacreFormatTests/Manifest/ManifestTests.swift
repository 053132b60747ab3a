import Foundation
import NacreFormat
import NacreTestSupport
import Testing

@Suite struct ManifestTests {
    private var manifest: Manifest {
        var manifest = Samples.manifest
        manifest.generation = .max
        manifest.active = SegmentNumber(8)
        manifest.segments = [
            Manifest.Segment(
                number: SegmentNumber(3), ending: .compacted, length: 67108,
                firstCommit: CommitNumber(1), lastCommit: CommitNumber(912),
                purgedAsOf: CommitNumber(954), digest: 0x9A0C_11FE),
            Manifest.Segment(
                number: SegmentNumber(.max), ending: .sealed, length: 16 << 30,
                firstCommit: CommitNumber(913), lastCommit: CommitNumber(.max),
                purgedAsOf: CommitNumber(0), digest: 0),
            Manifest.Segment(
                number: SegmentNumber(7), ending: .cut, length: 128,
                firstCommit: CommitNumber(913), lastCommit: CommitNumber(913),
                purgedAsOf: CommitNumber(0), digest: 1),
        ]
        return manifest
    }

    /// Returns the bytes of a text with the right crc line added.
    private func withCRC(_ text: String) -> [UInt8] {
        let body = Array(text.utf8)
        return body + Array("crc \(body.withView(\.crc).hex)\n".utf8)
    }

    private func text(_ manifest: Manifest) -> String {
        let lines = String(decoding: manifest.encoded, as: UTF8.self).split(separator: "\n")
        return lines.dropLast().map { $0 + "\n" }.joined()
    }

    @Test func `a manifest is read back as it was written`() throws {
        for manifest in [Samples.manifest, manifest] {
            #expect(try Manifest.decode(manifest.encoded) == manifest)
        }
    }

    @Test func `a fork has an id of its own in the third line`() throws {
        var fork = manifest
        fork.fork = StoreID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        let lines = String(decoding: fork.encoded, as: UTF8.self).split(separator: "\n")
        #expect(lines[2] == "fork 0123456789abcdeffedcba9876543210")
        #expect(try Manifest.decode(fork.encoded) == fork)
        let text = text(fork)
        let line = "\(lines[2])\n"
        for wrong in [
            text.replacing(line, with: line + line), text.replacing(line, with: "") + line,
            text.replacing("fork 01", with: "fork "), text.replacing("fork 01", with: "fork 0A"),
        ] {
            expectRefused(withCRC(wrong), "\(wrong)")
        }
    }

    @Test func `the text matches the document`() {
        let lines = String(decoding: manifest.encoded, as: UTF8.self).split(separator: "\n")
        #expect(
            lines[4] == "segment 00000003 compacted length=67108 commits=1...912 purged=954 "
                + "digest=9a0c11fe")
        #expect(lines[3] == "hashkey 0f0e0d0c0b0a09080706050403020100")
        #expect(lines[7] == "active 00000008")
    }

    @Test func `any change of any byte is found`() {
        let small = Samples.manifest.encoded
        for offset in Scale.share(of: small.indices) {
            for byte in 0...UInt8.max where byte != small[offset] {
                expectRefused(small.setting(byte, at: offset), "\(offset): \(byte)")
            }
        }
        let large = manifest.encoded
        for offset in Scale.share(of: large.indices) {
            for byte in hostileBytes(insteadOf: large[offset]) {
                expectRefused(large.setting(byte, at: offset), "\(offset): \(byte)")
            }
        }
    }

    private func expectRefused(_ bytes: [UInt8], _ comment: Comment) {
        #expect(throws: FormatError.self, comment) { try Manifest.decode(bytes) }
    }

    @Test func `a manifest that is cut at any byte or has surplus bytes is refused`() {
        let bytes = manifest.encoded
        for count in 0..<bytes.count {
            #expect(throws: FormatError.self) { try Manifest.decode(Array(bytes[0..<count])) }
        }
        for extra in ["\n", " ", "\0", "crc 00000000\n"] {
            #expect(throws: FormatError.self) { try Manifest.decode(bytes + Array(extra.utf8)) }
        }
    }

    @Test func `another version is reported before a wrong checksum`() {
        for text in ["nacre 1\n", "nacre 1\nwhatever\n", "nacre 10"] {
            do {
                _ = try Manifest.decode(Array(text.utf8))
                Issue.record("'\(text)' is no manifest of version 0")
            } catch { #expect(error.kind == .unsupported) }
        }
    }

    @Test func `a version that only a damaged byte has changed is damage`() {
        let bytes = manifest.encoded
        for place in 6...7 {
            for byte in hostileBytes(insteadOf: bytes[place]) {
                do {
                    _ = try Manifest.decode(bytes.setting(byte, at: place))
                    Issue.record("byte \(place) is \(byte)")
                } catch { #expect(error.kind == .badChecksum) }
            }
        }
    }

    @Test func `a version that is not a number is damage`() {
        let rest = manifest.encoded.dropFirst(8)
        for first in ["nacre \0\0\0\0", "nacre \n", "nacre x\n", "nacre -1\n", "nacre 1 \n"] {
            let error = #expect(throws: FormatError.self) {
                try Manifest.decode(Array(first.utf8) + rest)
            }
            #expect(error?.kind == .badChecksum, "\(first)")
        }
    }

    @Test(arguments: [
        ("generation 18446744073709551615", "generation 18446744073709551616"),
        ("generation 18446744073709551615", "generation 01"), ("generation", "Generation"),
        ("generation 18446744073709551615", "generation +1"), ("store ", "store  "),
        ("active 00000008", "active 00000003"), ("active 00000008", "active 00000000"),
        ("active 00000008", "active 8"), ("active 00000008", "active 0000000A"),
        ("active 00000008\n", ""), ("active 00000008\n", "active 00000008\nmore 1\n"),
        ("active 00000008\n", "active 00000008\n\n"),
        ("active 00000008\n", "active 00000008\nmore"),
        ("active 00000008\n", "active 00000008\r\n"),
        ("compacted", "melted"), ("length=67108", "length=67109"),
        ("length=67108", "length=124"), ("length=67108", "length=-4"),
        ("length=17179869184", "length=17179869188"), ("length=67108", "size=67108"),
        ("commits=1...912", "commits=1-912"), ("commits=1...912", "commits=1...912...3"),
        ("commits=1...912", "commits=1..912"), ("commits=1...912", "commits=1....912"),
        ("commits=1...912", "commits=...912"), ("commits=1...912", "commits=1..."),
        ("commits=1...912", "commits=0...5"), ("commits=1...912", "commits=.."),
        ("commits=1...912", "commits=912...1"), ("commits=1...912", "commits="),
        ("length=67108", "length="), ("purged=954", "purged="),
        ("digest=9a0c11fe\n", "digest=\n"), ("digest=9a0c11fe\n", "digest=9a0c11fe \n"),
        ("segment 00000003 ", "segment 00000003  "), ("segment 00000003 ", "segment  "),
        ("active 00000008\n", "active 00000008\ncheckpoint 00000000\n"),
        ("active 00000008\n", "checkpoint 00000001\nactive 00000008\n"),
        ("active 00000008\n", "active 00000008\ncheckpoint 00000001\ncheckpoint 00000001\n"),
        ("purged=954 ", ""), ("digest=9a0c11fe", "digest=9A0C11FE"),
        ("digest=9a0c11fe", "digest=9a0c11fe x=1"), ("segment 00000003", "segment 00000007"),
        ("hashkey 0f", "hashkey \u{FF11}f"),
    ])
    func `deviating text is refused even with a correct checksum`(old: String, new: String) throws {
        let good = text(manifest)
        _ = try Manifest.decode(withCRC(good))
        let range = try #require(good.range(of: old))
        let error = #expect(throws: FormatError.self) {
            try Manifest.decode(withCRC(good.replacingCharacters(in: range, with: new)))
        }
        // Text without a line feed becomes part of the crc line.
        #expect(error?.kind == (new.hasSuffix("more") ? .badChecksum : .badValue))
    }

    @Test(arguments: [
        ("", FormatError.Kind.badMagic), ("nacre", .badMagic), ("\n", .badMagic),
        ("nacre 0", .truncated), ("nacre 0\n", .truncated), ("nacre 0\nstore 1", .truncated),
        ("nacre 0\n\n", .badChecksum), ("nacre 0\nstore 1\n", .badChecksum),
    ])
    func `each kind of broken manifest has its own error`(text: String, kind: FormatError.Kind) {
        let error = #expect(throws: FormatError.self) { try Manifest.decode(Array(text.utf8)) }
        #expect(error?.kind == kind)
    }

    @Test func `the checkpoint is named after the active segment`() throws {
        var manifest = manifest
        manifest.checkpoint = 0xAB
        #expect(text(manifest).hasSuffix("active 00000008\ncheckpoint 000000ab\n"))
        #expect(try Manifest.decode(manifest.encoded) == manifest)
    }
}
