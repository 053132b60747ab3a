import NacreFormat
import NacreTestSupport
import Testing

@Suite struct SegmentHeaderTests {
    private let bytes = Array(Samples.emptySegment[0..<SegmentHeaderFields.size])
    private typealias Fields = SegmentHeaderFields

    private func decode(_ bytes: [UInt8]) throws(FormatError) -> SegmentHeader {
        try bytes.withView { view throws(FormatError) in try SegmentHeader.decode(view) }
    }

    /// Returns the error of a header with a changed field and a repaired CRC.
    private func error<Integer: FixedWidthInteger>(
        setting value: Integer, at field: FormatField
    ) -> FormatError? {
        let changed = bytes.setting(value, at: field.offset)
            .repairingCRC(at: Fields.headerCRC.offset, of: 0..<Fields.headerCRC.offset)
        do {
            _ = try decode(changed)
            return nil
        } catch { return error }
    }

    @Test func `a header is read back as it was written`() throws {
        let cases: [(UInt32, SegmentOrigin)] = [
            (1, .log), (7, .compacted), (.max, .recovered),
        ]
        for (number, origin) in cases {
            let header = SegmentHeader(
                number: SegmentNumber(number), storeID: SegmentBuilder.storeID, salt: .max,
                created: -1, origin: origin,
                predecessor: origin == .compacted ? nil : Self.predecessor,
                lastCommitBefore: CommitNumber(origin == .compacted ? 0 : .max))
            let buffer = ByteBuffer()
            header.encode(into: buffer)
            #expect(buffer.count == 128)
            #expect(try decode(buffer.view.bytes) == header)
        }
    }

    private static let predecessor = SegmentHeader.Predecessor(
        number: SegmentNumber(3), chain: .max, length: 16 << 30)

    @Test func `a compacted segment has no predecessor and no last commit before`() {
        let cases = [(Self.predecessor, 0), (nil, 1)] as [(SegmentHeader.Predecessor?, UInt64)]
        for (predecessor, last) in cases {
            let header = SegmentHeader(
                number: SegmentNumber(7), storeID: SegmentBuilder.storeID, salt: 1, created: 1,
                origin: .compacted, predecessor: predecessor, lastCommitBefore: CommitNumber(last))
            let buffer = ByteBuffer()
            header.encode(into: buffer)
            #expect(throws: FormatError.self) { try decode(buffer.view.bytes) }
        }
    }

    @Test func `every flipped bit is found`() {
        for bit in 0..<bytes.count * 8 {
            #expect(throws: FormatError.self) { try decode(bytes.flipping(bit: bit)) }
        }
    }

    @Test func `every shorter file is found to be truncated`() {
        for count in 0..<bytes.count {
            do {
                _ = try decode(Array(bytes[0..<count]))
                Issue.record("\(count) bytes are no header")
            } catch { #expect(error.kind == .truncated) }
        }
    }

    @Test func `another magic and another version are reported before a wrong checksum`() {
        #expect(throws: FormatError.self) { try decode(bytes.setting(UInt8(0), at: 0)) }
        let version = #expect(throws: FormatError.self) {
            try decode(bytes.setting(UInt16(1), at: Fields.version.offset))
        }
        #expect(version?.kind == .unsupported)
        #expect(version?.field == "version")
        let magic = #expect(throws: FormatError.self) { try decode(bytes.flipping(bit: 3)) }
        #expect(magic?.kind == .badMagic)
    }

    @Test func `an unknown feature that reading requires is refused`() {
        let error = error(
            setting: UInt32(4), at: Fields.requiredToRead)
        #expect(error?.kind == .unsupported)
        #expect(error?.field == "required to read")
    }

    @Test func `an unknown feature that writing requires leaves reading allowed`() throws {
        func isWritable(with features: UInt32) throws -> Bool {
            let changed = bytes.setting(features, at: Fields.requiredToWrite.offset)
                .repairingCRC(at: Fields.headerCRC.offset, of: 0..<Fields.headerCRC.offset)
            return try decode(changed).isWritable
        }
        #expect(try isWritable(with: 0))
        #expect(try isWritable(with: Format.conditionalUniqueness))
        #expect(try isWritable(with: Format.keptHistory << 1) == false)
    }

    @Test func `fields that must be zero are checked even with a correct checksum`() {
        for field in [
            Fields.zero, Fields.zero2, Fields.encryptionSalt, Fields.predecessorChain,
            Fields.predecessorLength,
        ] {
            for offset in field.offset..<field.end {
                let byte = FormatField(at: offset, size: 1)
                #expect(error(setting: UInt8(1), at: byte)?.kind == .badValue)
            }
        }
    }

    @Test func `a wrong length, number or origin is refused even with a correct checksum`() {
        #expect(error(setting: UInt16(127), at: Fields.headerLength)?.field == "header length")
        #expect(error(setting: UInt32(0), at: Fields.number)?.field == "segment number")
        #expect(error(setting: UInt8(0), at: Fields.origin)?.field == "origin")
        #expect(error(setting: UInt8(4), at: Fields.origin)?.field == "origin")
    }

    @Test func `a predecessor longer than a segment can be is refused`() {
        let changed = bytes.setting(UInt32(3), at: Fields.predecessor.offset)
            .setting(UInt64(16 << 30) + 4, at: Fields.predecessorLength.offset)
            .repairingCRC(at: Fields.headerCRC.offset, of: 0..<Fields.headerCRC.offset)
        #expect(throws: FormatError.self) { try decode(changed) }
    }
}
