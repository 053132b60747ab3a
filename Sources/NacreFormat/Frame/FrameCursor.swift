/// The place between two frames of a segment, with the values that the frame at this place must
/// repeat. The writer and the scanner use the same cursor, so they cannot disagree.
@usableFromInline
package struct FrameCursor: Sendable, Hashable {
    package let storeID: StoreID
    package let segment: SegmentNumber
    /// The segment's salt, or that of its last open frame.
    package private(set) var salt: UInt64
    /// The CRC of the previous header; see Formats.md, "Frame".
    package private(set) var chain: UInt32
    /// The offset from the start of the segment's file, in bytes.
    package private(set) var offset: Int
    /// The distance between the place of the bytes and the place they were written to. 0 unless the
    /// file has gained or lost bytes before them.
    package private(set) var displacement = 0
    /// The offset of the previous frame; 0 if the segment's header comes before.
    package private(set) var lastFrameOffset = 0

    /// Makes a cursor at the place after a segment's header.
    /// - Parameter view: The segment from its start, with its header checked.
    package init(behind header: SegmentHeader, in view: ByteView) {
        storeID = header.storeID
        segment = header.number
        salt = header.salt
        chain = SegmentHeader.chain(view)
        offset = SegmentHeaderFields.size
    }

    /// Makes a cursor from stored values.
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

    /// Makes a cursor after a segment header that cannot be read. The values that the first frame
    /// repeats of it are unknown.
    package init(behindDamagedHeaderOf segment: SegmentNumber, in storeID: StoreID) {
        self.storeID = storeID
        self.segment = segment
        salt = 0
        chain = 0
        offset = SegmentHeaderFields.size
    }

    /// The position that the bytes here were written to.
    package var position: Position { Position(segment, offset: offset - displacement) }

    /// Returns the CRC of a frame header at this place: of its first 60 bytes, then of the store id
    /// and the position, neither of which is stored. A frame copied to another place or store is
    /// invalid.
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

    /// Returns the offset in this segment for which the CRC of a frame header is right. Every
    /// header has exactly one such offset, so it proves nothing unless other data confirms it.
    /// - Parameter header: The header's 64 bytes.
    func offsetByCRC(of header: ByteView) -> Int {
        let end = FrameHeaderFields.headerCRC.offset
        let word = headerCRCBeforePosition(header[0..<end]).wordBehind(
            endingIn: segment.rawValue, givenChecksum: header.load(at: end))
        return Int(word) * Format.alignment
    }

    /// The number of bytes covered by the CRC that are not stored.
    static let headerCRCExtra = 24

    /// Moves past a frame.
    /// - Parameter bytes: The frame's header, with or without its CRC.
    mutating func advance(over header: FrameHeader, bytes: ByteView) {
        if header.kind == .open { salt = header.salt }
        chain = Self.chain(bytes)
        lastFrameOffset = offset
        offset += Self.frameSize(payloadLength: Int(header.payloadLength))
    }

    /// Returns the chain value after a frame.
    /// - Parameter bytes: The frame's header, with or without its CRC.
    package static func chain(_ bytes: ByteView) -> UInt32 {
        bytes[0..<FrameHeaderFields.headerCRC.offset].crc
    }

    /// Returns this place with another salt, for an open frame.
    package func with(salt: UInt64) -> FrameCursor {
        var copy = self
        copy.salt = salt
        return copy
    }

    /// Returns a place without a frame in between, for a search for headers after a bad one.
    package func moved(to offset: Int) -> FrameCursor {
        var copy = self
        copy.offset = offset
        return copy
    }

    /// Returns the place of a frame with a right header after frames that cannot be read. The
    /// expected salt and chain are taken from the header itself.
    /// - Parameter place: The offset that the frame was written to.
    func resumed(at offset: Int, by header: FrameHeader, writtenTo place: Int) -> FrameCursor {
        var copy = moved(to: offset)
        copy.salt = header.salt
        copy.chain = header.chain
        copy.displacement = offset - place
        return copy
    }

    /// Returns the size of header, payload and padding, in bytes.
    package static func frameSize(payloadLength: Int) -> Int {
        Format.padded(FrameHeaderFields.size + payloadLength)
    }
}
