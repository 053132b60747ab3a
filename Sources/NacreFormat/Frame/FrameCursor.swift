/// The place between two frames of a segment: what the frame that stands or will stand here has to
/// repeat. The writer and the scanner move the same cursor, so they cannot disagree.
@usableFromInline
package struct FrameCursor: Sendable, Hashable {
    package let storeID: StoreID
    package let segment: SegmentNumber
    /// The segment's salt, or that of its last open frame.
    package private(set) var salt: UInt64
    /// CRC of the header before, see Formats.md, "Frame".
    package private(set) var chain: UInt32
    /// In bytes from the start of the segment's file.
    package private(set) var offset: Int
    /// How far the bytes here lie behind the place that they were written to: 0 unless the file
    /// has gained or lost bytes before them.
    package private(set) var displacement = 0
    /// Where the frame before begins; 0 if the segment's header stands there.
    package private(set) var lastFrameOffset = 0

    /// The place behind a segment's header.
    /// - Parameter view: the segment from its start, its header checked.
    package init(behind header: SegmentHeader, in view: ByteView) {
        storeID = header.storeID
        segment = header.number
        salt = header.salt
        chain = SegmentHeader.chain(view)
        offset = SegmentHeaderFields.size
    }

    /// A place that somebody wrote down.
    package init(
        storeID: StoreID, position: Position, salt: UInt64, chain: UInt32, lastFrameOffset: Int
    ) {
        self.storeID = storeID
        segment = position.segment
        self.salt = salt
        self.chain = chain
        offset = position.offset
        self.lastFrameOffset = lastFrameOffset
    }

    /// The same place in a segment whose header cannot be read. What the first frame repeats of it
    /// is not known.
    package init(behindDamagedHeaderOf segment: SegmentNumber, in storeID: StoreID) {
        self.storeID = storeID
        self.segment = segment
        salt = 0
        chain = 0
        offset = SegmentHeaderFields.size
    }

    /// Of the place that the bytes here were written to.
    package var position: Position { Position(segment, offset: offset - displacement) }

    /// The CRC of a frame header at this place: of its first 60 bytes, then of the store id and the
    /// position, neither of which is stored. A frame copied to another place or store is invalid.
    func headerCRC(_ bytes: ByteView) -> UInt32 {
        var crc = headerCRCBeforePosition(bytes)
        crc.add(position.rawValue)
        return crc.value
    }

    private func headerCRCBeforePosition(_ bytes: ByteView) -> CRC32C {
        var crc = CRC32C()
        crc.add(bytes)
        crc.add(storeID.high.byteSwapped)
        crc.add(storeID.low.byteSwapped)
        return crc
    }

    /// The offset in this segment for which the CRC of a frame header is right. Every header has
    /// exactly one, so the offset proves nothing unless something else names it, too.
    /// - Parameter header: 64 bytes.
    func offsetByCRC(of header: ByteView) -> Int {
        let end = FrameHeaderFields.headerCRC.offset
        let word = headerCRCBeforePosition(header[0..<end]).wordBehind(
            endingIn: segment.rawValue, givenChecksum: header.load(at: end))
        return Int(word) * Format.alignment
    }

    /// How many bytes that are not stored the CRC is over besides.
    static let headerCRCExtra = 24

    /// Moves behind a frame.
    /// - Parameter bytes: its header, with or without its CRC.
    mutating func advance(over header: FrameHeader, bytes: ByteView) {
        if header.kind == .open { salt = header.salt }
        chain = Self.chain(bytes)
        lastFrameOffset = offset
        offset += Self.frameSize(payloadLength: Int(header.payloadLength))
    }

    /// The chain value behind a frame.
    /// - Parameter bytes: its header, with or without its CRC.
    package static func chain(_ bytes: ByteView) -> UInt32 {
        bytes[0..<FrameHeaderFields.headerCRC.offset].crc
    }

    /// The same place with another salt, for the open frame that stands there.
    package func with(salt: UInt64) -> FrameCursor {
        var copy = self
        copy.salt = salt
        return copy
    }

    /// Moves on without a frame: a scan for valid headers behind a bad one.
    package func moved(to offset: Int) -> FrameCursor {
        var copy = self
        copy.offset = offset
        return copy
    }

    /// The place of a frame whose header is right, where the frame before it cannot be read: the
    /// header itself says which salt and chain to expect.
    /// - Parameter place: the offset that the frame was written to.
    func resumed(at offset: Int, by header: FrameHeader, writtenTo place: Int) -> FrameCursor {
        var copy = moved(to: offset)
        copy.salt = header.salt
        copy.chain = header.chain
        copy.displacement = offset - place
        return copy
    }

    /// Header, payload and padding, in bytes.
    package static func frameSize(payloadLength: Int) -> Int {
        let alignment = Format.alignment
        return (FrameHeaderFields.size + payloadLength + alignment - 1) / alignment * alignment
    }
}
