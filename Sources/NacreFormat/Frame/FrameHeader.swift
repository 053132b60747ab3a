/// The 64 bytes before a frame's payload (Formats.md, "Frame").
package struct FrameHeader: Sendable, Hashable {
    /// The stored kind; ``FrameKind`` names the known ones.
    package var kindCode: UInt8
    package var flags: FrameFlags = []
    package var preludeLength: UInt16 = 0
    package var payloadLength: UInt32 = 0
    package var payloadCRC: UInt32 = 0
    package var salt: UInt64 = 0
    package var commit: CommitNumber
    /// All bytes of the log before this position were synced before the frame was written.
    package var watermark: Position
    /// The time, in microseconds since 1970. No decision depends on it.
    package var time: Int64
    package var part: UInt32 = 0
    package var count: UInt32 = 0
    package var chain: UInt32 = 0

    package init(_ kind: FrameKind, commit: CommitNumber, watermark: Position, time: Int64) {
        kindCode = kind.rawValue
        self.commit = commit
        self.watermark = watermark
        self.time = time
    }

    package var kind: FrameKind? { FrameKind(rawValue: kindCode) }

    /// Whether a reader that does not know the kind may skip the frame.
    package var isSkippable: Bool { kindCode >= 128 }

    /// Whether the frame is a part of a commit. Layouts and schemas also occur between commits.
    package var isPartOfCommit: Bool {
        switch kind {
        case .records: true
        case .layout, .schema: part > 0 || flags.contains(.first)
        default: false
        }
    }

    private typealias Fields = FrameHeaderFields

    /// Writes the header over the 64 bytes at `start`.
    /// - Parameter cursor: The frame's place in its segment, with the values it must repeat.
    func encode(into buffer: ByteBuffer, at start: Int, cursor: FrameCursor) {
        buffer.set(Fields.magic, at: start + Fields.magicField.offset)
        buffer.set(kindCode, at: start + Fields.kind.offset)
        buffer.set(flags.rawValue, at: start + Fields.flags.offset)
        buffer.set(preludeLength, at: start + Fields.preludeLength.offset)
        buffer.set(payloadLength, at: start + Fields.payloadLength.offset)
        buffer.set(payloadCRC, at: start + Fields.payloadCRC.offset)
        buffer.set(salt, at: start + Fields.salt.offset)
        buffer.set(commit.rawValue, at: start + Fields.commit.offset)
        buffer.set(watermark.rawValue, at: start + Fields.watermark.offset)
        buffer.set(time, at: start + Fields.time.offset)
        buffer.set(part, at: start + Fields.part.offset)
        buffer.set(count, at: start + Fields.count.offset)
        buffer.set(chain, at: start + Fields.chain.offset)
        let crc = cursor.headerCRC(buffer.view[start..<start + Fields.headerCRC.offset])
        buffer.set(crc, at: start + Fields.headerCRC.offset)
    }

    /// Decodes the 64 bytes at the cursor and checks magic and header CRC. Together they show that
    /// a frame was written at exactly this place of this store. The caller checks everything else.
    package static func decode(
        _ view: ByteView, at cursor: FrameCursor
    ) throws(FormatError) -> FrameHeader {
        var reader = ByteReader(view, structure: "frame", origin: cursor.offset)
        let whole = try reader.take(Fields.size, "header")
        func error(
            _ kind: FormatError.Kind, _ name: String, _ field: FormatField, _ expected: String,
            _ found: String
        ) -> FormatError {
            FormatError(
                kind, structure: "frame", field: name, offset: cursor.offset + field.offset,
                expected: expected, found: found)
        }
        let magic: UInt32 = whole.load(at: Fields.magicField.offset)
        guard magic == Fields.magic else {
            throw error(
                .badMagic, "magic", Fields.magicField, Fields.magic.byteSwapped.hex,
                magic.byteSwapped.hex)
        }
        let stored: UInt32 = whole.load(at: Fields.headerCRC.offset)
        let computed = cursor.headerCRC(whole[0..<Fields.headerCRC.offset])
        guard stored == computed else {
            throw error(
                .badChecksum, "header CRC", Fields.headerCRC, computed.hex, stored.hex)
        }
        return FrameHeader(fields: whole)
    }

    /// Decodes the fields, right or wrong, of a header whose CRC matches or of a damaged one.
    /// - Parameter whole: The header, with or without its CRC.
    init(fields whole: ByteView) {
        kindCode = whole[Fields.kind.offset]
        flags = FrameFlags(rawValue: whole[Fields.flags.offset])
        preludeLength = whole.load(at: Fields.preludeLength.offset)
        payloadLength = whole.load(at: Fields.payloadLength.offset)
        payloadCRC = whole.load(at: Fields.payloadCRC.offset)
        salt = whole.load(at: Fields.salt.offset)
        commit = CommitNumber(whole.load(at: Fields.commit.offset))
        watermark = Position(whole.load(at: Fields.watermark.offset))
        time = whole.load(at: Fields.time.offset)
        part = whole.load(at: Fields.part.offset)
        count = whole.load(at: Fields.count.offset)
        chain = whole.load(at: Fields.chain.offset)
    }
}
