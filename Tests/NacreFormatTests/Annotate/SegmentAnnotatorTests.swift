import NacreFormat
import NacreTestSupport
import Testing

/// Annotations cover every byte once, whatever the bytes are.
@Suite struct SegmentAnnotatorTests {
    /// Expects that the annotations, except the groups, follow one another from the first byte to
    /// the last.
    private func expectCoverage(_ bytes: [UInt8], _ comment: Comment = "") {
        var offset = 0
        for annotation in bytes.withView({ SegmentAnnotator.annotations($0) })
        where annotation.style != .group {
            #expect(annotation.offset == offset, comment)
            #expect(annotation.length > 0, comment)
            offset += annotation.length
        }
        #expect(offset == bytes.count, comment)
    }

    private func texts(_ bytes: [UInt8]) -> [String] {
        bytes.withView { SegmentAnnotator.annotations($0).map(\.text) }
    }

    @Test func `fields and values of a sound segment are named`() throws {
        let texts = texts(try Samples.twoCommits())
        for expected in [
            "segment header: segment 00000001, log", "frame 2: records, commit 1",
            "flags: 3 first last",
            "record: put, row 0, layout 1", "id: 7", "elevation: 540.5", "elevation: null",
            "name: \"Bern\"", "end of name: 4", "record: tombstone, row 0, layout 1",
            "id key: 0x8000000000000007", "attribute elevation", "stored type: 11 double",
            "author", "note", "end of log",
        ] {
            #expect(texts.contains(expected), "\(expected)")
        }
    }

    @Test func `every byte is covered once, also in cut and changed segments`() throws {
        let bytes = try Samples.twoCommits()
        expectCoverage(bytes)
        expectCoverage(bytes + [UInt8](repeating: 0, count: 100))
        for count in 0..<bytes.count { expectCoverage(Array(bytes[0..<count]), "\(count) bytes") }
        for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
            expectCoverage(bytes.flipping(bit: bit), "bit \(bit)")
        }
    }

    @Test func `damage is reported and the rest printed unchanged`() throws {
        let bytes = try Samples.twoCommits()
        let texts = texts(bytes.flipping(bit: 0x296 * 8))
        #expect(texts.contains { $0.hasPrefix("no valid frame: ") && $0.contains("payload CRC") })
        #expect(texts.last == "raw bytes")
        #expect(!texts.contains("frame 2: records, commit 1"))
    }

    @Test func `records of all types, compacted runs and external values are covered`() throws {
        var builder = SegmentBuilder(origin: .compacted)
        let sources = Replaces(
            sources: [Replaces.Source(segment: SegmentNumber(1), digest: 2)])
        builder.add(.replaces, payload: sources.encode)
        builder.add(.layout, payload: AllTypes.layout.encode)
        builder.add(
            .layout, payload: Layout(id: LayoutID(4), of: EntitySchemaTests.grown).encode)
        let records = ByteBuffer()
        for number in 0..<20 {
            try RecordEncoder.appendPut(
                AllTypes.values(number), row: RowNumber(UInt32(number)), layout: AllTypes.layout,
                to: records)
        }
        [1, 2, 3].withView {
            RecordEncoder.appendExternalValue($0, crc: $0.crc, row: RowNumber(0), to: records)
        }
        let reference = ExternalReference(length: 3, row: RowNumber(0), crc: 0)
        try RecordEncoder.appendPut(
            AllTypes.values(0), row: RowNumber(99), layout: AllTypes.layout,
            externals: [AllTypes.schema.ordinal(of: "data") ?? 0: reference], to: records)
        builder.add(
            .compacted, change: { $0.count = 1 },
            payload: { buffer in
                Run(
                    commit: CommitNumber(1), time: 0, digest: .none,
                    length: UInt32(records.count), records: 22
                ).encode(into: buffer)
                buffer.append(records.view)
            })
        builder.add(.abort, payload: { $0.append(UInt32(2)) })
        builder.add(
            .seal,
            payload: Seal(
                firstCommit: CommitNumber(1), lastCommit: CommitNumber(1), records: 22,
                tombstones: 0, digest: 0
            ).encode)
        expectCoverage(builder.bytes)
        let texts = texts(builder.bytes)
        for expected in [
            "run: commit 1", "data: external value", "null bits from 8 on", "external bits",
            "record: externalValue, row 0, layout 0", "part: 2", "segment: 00000001",
        ] {
            #expect(texts.contains(expected), "\(expected)")
        }
        #expect(!texts.contains { $0.contains("not valid") || $0.contains("no valid") })
    }

    @Test func `invalid payloads of each kind are reported`() {
        for kind in FrameKind.allCases where kind != .records {
            var builder = SegmentBuilder()
            builder.add(kind, payload: { $0.append([1, 2, 3, 4, 5]) })
            expectCoverage(builder.bytes, "\(kind)")
        }
        var builder = SegmentBuilder()
        builder.addCommit {
            $0.append([UInt8](repeating: 9, count: 0)); return 5
        }
        expectCoverage(builder.bytes)
    }

    @Test func `layouts and records changed with correct checksums are covered`() throws {
        let layout = ByteBuffer()
        Samples.cityLayout.encode(into: layout)
        let good = layout.view.bytes
        let record = try Samples.record([.int(7), .string("Bern"), .double(540.5)], row: 3)
        for offset in good.indices {
            for byte in hostileBytes(insteadOf: good[offset]) {
                var builder = SegmentBuilder()
                builder.add(.layout, payload: { $0.append(good.setting(byte, at: offset)) })
                builder.addCommit { buffer in
                    buffer.append(record)
                    return 1
                }
                expectCoverage(builder.bytes, "\(offset): \(byte)")
            }
        }
        for offset in 4..<record.count {
            for byte in hostileBytes(insteadOf: record[offset]) {
                let length = Int(record.setting(byte, at: offset)[4])
                let end = min(max(length, 4), record.count)
                let changed = record.setting(byte, at: offset).repairingCRC(at: 0, of: 4..<end)
                var builder = SegmentBuilder()
                builder.add(.layout, payload: { $0.append(good) })
                builder.add(
                    .records, change: { $0.flags = .first }, payload: { $0.append(changed) })
                expectCoverage(builder.bytes, "\(offset): \(byte)")
            }
        }
    }

    @Test func `text from a file cannot control a terminal`() throws {
        let schema = StoredSchema(
            number: EntityNumber(1), name: "E",
            attributes: [
                AttributeSchema(
                    id: AttributeID(1), name: "a\u{1B}[2J\n\u{202E}", type: .string,
                    isNullable: false)
            ], idOrdinal: 0)
        var builder = SegmentBuilder()
        builder.addCommit(schema: schema, layout: Layout(id: LayoutID(1), of: schema))
        let lines = builder.bytes.withView { HexDump().lines(ofSegment: $0) }
        for scalar in lines.joined().unicodeScalars {
            #expect(scalar.value >= 0x20 && scalar.value != 0x7F && scalar.value != 0x202E)
        }
    }
}
