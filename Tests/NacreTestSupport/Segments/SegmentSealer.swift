package import NacreFormat

/// Repairs a segment's checksums after a test has changed its bytes: those of records, commits,
/// payloads and headers, and the chain. The result is what an attacker would write: valid by all
/// checksums, with any content.
package struct SegmentSealer {
    private let view: ByteView
    private var encoder: FrameEncoder
    private var recordCRCs = CRC32C()
    /// The value of `recordCRCs` at the start of each pending part, which aborts restore.
    private var crcsBefore: [CRC32C] = []
    private var digest: CommitDigest
    private var frames = CRC32C()

    package struct Sealed {
        /// The segment up to the first frame whose length exceeds the segment.
        package let bytes: [UInt8]
        /// The CRC of the segment's frames, as a manifest has it.
        package let frames: UInt32
        /// The digest of the last commit.
        package let commit: CommitDigest
    }

    /// - Parameter former: The digest of the commit before the segment.
    package static func reseal(_ bytes: [UInt8], after former: CommitDigest) -> Sealed? {
        bytes.withView { view in
            guard let header = try? SegmentHeader.decode(view) else { return nil }
            var sealer = SegmentSealer(view, header, former)
            return sealer.run()
        }
    }

    /// Returns the bytes with the right checksum in the header of the segment.
    package static func sealingHeader(of bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= SegmentHeaderFields.size else { return bytes }
        let crc = SegmentHeaderFields.headerCRC.offset
        return bytes.repairingCRC(at: crc, of: 0..<crc)
    }

    private init(_ view: ByteView, _ header: SegmentHeader, _ former: CommitDigest) {
        self.view = view
        digest = former
        encoder = FrameEncoder(
            buffer: ByteBuffer(), cursor: FrameCursor(behind: header, in: view))
    }

    private mutating func run() -> Sealed {
        while let (header, payload) = frame(at: encoder.cursor.offset) {
            let start = encoder.buffer.count
            let sealed = resealed(payload, of: header)
            encoder.append(header) { $0.append(sealed) }
            encoder.buffer.read { view in
                if header.kind != .seal {
                    frames.add(view[start..<start + FrameHeaderFields.size])
                }
            }
        }
        let head = view[0..<SegmentHeaderFields.size].bytes
        return Sealed(
            bytes: head + encoder.buffer.read { $0.bytes }, frames: frames.value, commit: digest)
    }

    /// Returns the fields of the frame at an offset, whatever they are, or nil if there is no room
    /// for a frame.
    private func frame(at offset: Int) -> (FrameHeader, ByteView)? {
        let rest = view.count - offset
        guard rest >= FrameHeaderFields.size else { return nil }
        let bytes = view[offset..<view.count]
        func load<Integer: FixedWidthInteger>(_ field: FormatField) -> Integer {
            bytes.load(at: field.offset)
        }
        let length = Int(load(FrameHeaderFields.payloadLength) as UInt32)
        guard load(FrameHeaderFields.magicField) == FrameHeaderFields.magic,
            length <= rest - FrameHeaderFields.size
        else { return nil }
        var header = FrameHeader(
            .records, commit: CommitNumber(load(FrameHeaderFields.commit)),
            watermark: Position(load(FrameHeaderFields.watermark)),
            time: load(FrameHeaderFields.time))
        header.kindCode = load(FrameHeaderFields.kind)
        header.flags = FrameFlags(rawValue: load(FrameHeaderFields.flags))
        header.preludeLength = load(FrameHeaderFields.preludeLength)
        header.salt = load(FrameHeaderFields.salt)
        header.part = load(FrameHeaderFields.part)
        header.count = load(FrameHeaderFields.count)
        return (header, bytes[FrameHeaderFields.size..<FrameHeaderFields.size + length])
    }

    private mutating func resealed(_ payload: ByteView, of header: FrameHeader) -> [UInt8] {
        var bytes = payload.bytes
        switch header.kind {
        case .records: beginPart(header)
        case .layout, .schema:
            if header.isPartOfCommit { beginPart(header) }
            return bytes
        case .abort where bytes.count == 4:
            goBack(toPart: Int(load(UInt32.self, at: 0, in: bytes)))
            return bytes
        case .compacted:
            sealRuns(&bytes)
            return bytes
        case .seal where bytes.count == SealFields.size:
            store(frames.value, at: SealFields.digest.offset, in: &bytes)
            return bytes
        default: return bytes
        }
        let tail = header.flags.contains(.last) ? CommitDigest.size : 0
        let start = Int(header.preludeLength)
        guard start + tail <= bytes.count else { return bytes }
        sealRecords(&bytes, start..<bytes.count - tail)
        if tail > 0 {
            digest = CommitDigest(records: recordCRCs.value, after: digest)
            store(digest.rawValue, at: bytes.count - tail, in: &bytes)
        }
        return bytes
    }

    private mutating func beginPart(_ header: FrameHeader) {
        if header.flags.contains(.first) {
            crcsBefore = []
            recordCRCs = CRC32C()
        }
        crcsBefore.append(recordCRCs)
    }

    private mutating func goBack(toPart part: Int) {
        guard part < crcsBefore.count else { return }
        recordCRCs = crcsBefore[part]
        crcsBefore.removeSubrange(part...)
    }

    private mutating func sealRuns(_ bytes: inout [UInt8]) {
        var offset = 0
        while bytes.count - offset >= RunFields.size {
            let length = Int(load(UInt32.self, at: offset + RunFields.length.offset, in: bytes))
            digest = CommitDigest(
                load(UInt64.self, at: offset + RunFields.digest.offset, in: bytes))
            offset += RunFields.size
            guard length <= bytes.count - offset else { return }
            sealRecords(&bytes, offset..<offset + length)
            offset += length
        }
    }

    /// Seals records, one after another, as far as their lengths lead.
    private mutating func sealRecords(_ bytes: inout [UInt8], _ range: Range<Int>) {
        var offset = range.lowerBound
        while range.upperBound - offset >= RecordFields.size {
            let length = Int(load(UInt32.self, at: offset + RecordFields.length.offset, in: bytes))
            guard length >= RecordFields.size, length <= range.upperBound - offset else { return }
            let crc = bytes.withView { view in
                view[offset + RecordFields.length.offset..<offset + length].crc
            }
            store(crc, at: offset + RecordFields.crc.offset, in: &bytes)
            recordCRCs.add(crc)
            offset += (length + Format.alignment - 1) / Format.alignment * Format.alignment
        }
    }

    private func load<Integer: FixedWidthInteger>(
        _ type: Integer.Type, at offset: Int, in bytes: [UInt8]
    ) -> Integer {
        bytes.withView { $0.load(type, at: offset) }
    }

    private func store<Integer: FixedWidthInteger>(
        _ value: Integer, at offset: Int, in bytes: inout [UInt8]
    ) {
        for index in 0..<MemoryLayout<Integer>.size {
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> Integer(8 * index))
        }
    }
}
