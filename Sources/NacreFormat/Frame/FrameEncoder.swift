/// Builds frames in a buffer, in place: `begin`, then the payload, then `finish`, which writes the
/// header into the reserved room.
package struct FrameEncoder {
    package let buffer: ByteBuffer
    /// The place of the next frame in the segment.
    package private(set) var cursor: FrameCursor
    /// The offset of the open frame in the buffer.
    private var start: Int?

    package init(buffer: ByteBuffer, cursor: FrameCursor) {
        self.buffer = buffer
        self.cursor = cursor
    }

    /// Reserves room for the header. The caller then appends the payload, prelude first, to the
    /// buffer.
    package mutating func begin() {
        precondition(start == nil, "a frame is already open")
        start = buffer.count
        buffer.appendZeros(FrameHeaderFields.size)
    }

    /// Removes the open frame.
    package mutating func cancel() {
        if let start { buffer.truncate(to: start) }
        start = nil
    }

    /// Completes the open frame. Fills in lengths, checksums, salt and chain.
    @discardableResult
    package mutating func finish(_ header: FrameHeader) -> FrameHeader {
        guard let start else { preconditionFailure("no frame is open") }
        var header = header
        let payload = buffer.view[start + FrameHeaderFields.size..<buffer.count]
        header.payloadLength = UInt32(payload.count)
        header.payloadCRC = payload.crc
        header.salt = header.kind == .open ? header.salt : cursor.salt
        header.chain = cursor.chain
        header.encode(into: buffer, at: start, cursor: cursor)
        buffer.pad(to: Format.alignment)
        cursor.advance(
            over: header, bytes: buffer.view[start..<start + FrameHeaderFields.size])
        self.start = nil
        return header
    }

    /// Appends a whole frame.
    @discardableResult
    package mutating func append(
        _ header: FrameHeader, payload: (ByteBuffer) -> Void = { _ in }
    ) -> FrameHeader {
        begin()
        payload(buffer)
        return finish(header)
    }
}
