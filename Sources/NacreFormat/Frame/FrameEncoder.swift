/// Builds frames in a buffer, in place: `begin`, then the payload, then `finish` writes the header
/// over the room kept for it.
package struct FrameEncoder {
    package let buffer: ByteBuffer
    /// Where the next frame begins, in the segment.
    package private(set) var cursor: FrameCursor
    /// Where the open frame begins, in the buffer.
    private var start: Int?

    package init(buffer: ByteBuffer, cursor: FrameCursor) {
        self.buffer = buffer
        self.cursor = cursor
    }

    /// Keeps room for the header. The payload, prelude first, is appended to the buffer next.
    package mutating func begin() {
        precondition(start == nil, "a frame is already open")
        start = buffer.count
        buffer.appendZeros(FrameHeaderFields.size)
    }

    /// Takes the open frame back.
    package mutating func cancel() {
        if let start { buffer.truncate(to: start) }
        start = nil
    }

    /// Completes the open frame. Lengths, checksums, salt and chain are filled in here.
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

    /// A whole frame at once.
    @discardableResult
    package mutating func append(
        _ header: FrameHeader, payload: (ByteBuffer) -> Void = { _ in }
    ) -> FrameHeader {
        begin()
        payload(buffer)
        return finish(header)
    }
}
