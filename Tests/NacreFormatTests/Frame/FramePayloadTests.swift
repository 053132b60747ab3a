import NacreFormat
import NacreTestSupport
import Testing

/// Preludes, digests, and the payloads that are structures of their own.
@Suite struct FramePayloadTests {
    @Test func `prelude, records and digest are separated`() throws {
        let bytes = try Samples.twoCommits()
        try bytes.withView { view in
            let header = try SegmentHeader.decode(view)
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            var frames: [Frame] = []
            while case .frame(let frame) = scanner.next() { frames.append(frame) }
            #expect(frames[0].prelude.bytes == Array("anna\0first city\0".utf8))
            #expect(frames[0].digest == nil)
            let first = CommitDigest(
                records: SegmentBuilder.crc(of: frames[2].records), after: .none)
            #expect(frames[2].digest == first)
            #expect(frames[2].records.count == 40)
            let second = CommitDigest(
                records: SegmentBuilder.crc(of: frames[3].records), after: first)
            #expect(frames[3].digest == second)
            #expect(frames[3].recordsOffset % 4 == 0)
        }
    }

    @Test func `a digest is the checksum of the former digest and of the records' checksum`() {
        let records: UInt32 = 0x0403_0201
        let expected = [8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4].map { UInt8($0) }.withView(\.crc)
        let digest = CommitDigest(
            records: records, after: CommitDigest(0x0102_0304_0506_0708))
        #expect(digest.rawValue == UInt64(records) << 32 | UInt64(expected))
    }

    @Test func `a seal is read back, and refused at any other length`() throws {
        let seal = Seal(
            firstCommit: CommitNumber(1), lastCommit: CommitNumber(.max), records: 3, tombstones: 4,
            digest: .max)
        let buffer = ByteBuffer()
        seal.encode(into: buffer)
        let bytes = buffer.view.bytes
        #expect(bytes.count == 40)
        #expect(try withFrame(.seal, payload: bytes) { try Seal.decode($0) } == seal)
        for wrong in [bytes + [0], bytes.dropLast(), bytes.setting(UInt8(1), at: 36)] {
            #expect(throws: FormatError.self) {
                try withFrame(.seal, payload: wrong) { try Seal.decode($0) }
            }
        }
    }

    @Test func `the list of replaced segments is read back`() throws {
        for count in [0, 1, 5] {
            let sources = (0..<count).map {
                Replaces.Source(segment: SegmentNumber(UInt32($0 + 1)), digest: UInt32($0))
            }
            let buffer = ByteBuffer()
            Replaces(sources: sources).encode(into: buffer)
            let bytes = buffer.view.bytes
            #expect(bytes.count == 8 + 8 * count)
            let read = try withFrame(.replaces, payload: bytes) { try Replaces.decode($0) }
            #expect(read.sources == sources)
            for wrong in [
                bytes + [0, 0, 0, 0], bytes.setting(UInt32(count + 1), at: 0),
                bytes.setting(UInt32.max, at: 0), bytes.setting(UInt8(1), at: 4),
            ] {
                #expect(throws: FormatError.self) {
                    try withFrame(.replaces, payload: wrong) { try Replaces.decode($0) }
                }
            }
        }
    }

    @Test func `a run contains the records after it, and no more than there are`() throws {
        let run = Run(
            commit: CommitNumber(9), time: -5, digest: CommitDigest(.max), length: 8, records: 1)
        let buffer = ByteBuffer()
        run.encode(into: buffer)
        #expect(buffer.count == RunFields.size)
        buffer.append(UInt64(77))
        try buffer.view.bytes.withView { view throws(FormatError) in
            var reader = ByteReader(view, structure: "run")
            let (read, records) = try Run.decode(&reader)
            #expect(read == run)
            #expect(records.load(UInt64.self, at: 0) == 77)
        }
        let cut = Array(buffer.view.bytes.dropLast())
        #expect(throws: FormatError.self) {
            try cut.withView { view throws(FormatError) in
                var reader = ByteReader(view, structure: "run")
                _ = try Run.decode(&reader)
            }
        }
    }
}
