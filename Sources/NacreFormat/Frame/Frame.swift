/// A frame whose header and payload were checked. Only ``FrameScanner`` and ``CatalogItems`` make
/// one.
package struct Frame: Sendable {
    package let header: FrameHeader
    /// The offset of its first byte in the segment.
    package let offset: Int
    /// The payload as stored, prelude included.
    package let payload: ByteView
    /// The header's 64 bytes.
    package let headerBytes: ByteView

    init(header: FrameHeader, offset: Int, payload: ByteView, headerBytes: ByteView) {
        self.header = header
        self.offset = offset
        self.payload = payload
        self.headerBytes = headerBytes
    }

    /// The offset of the payload in the segment.
    package var payloadOffset: Int { offset + FrameHeaderFields.size }

    package var end: Int {
        offset + FrameCursor.frameSize(payloadLength: payload.count)
    }

    /// The author and the note, separated by a zero byte.
    package var prelude: ByteView { payload[0..<Int(header.preludeLength)] }

    /// The records of a records frame, without prelude and digest.
    package var records: ByteView {
        let tail = header.flags.contains(.last) ? CommitDigest.size : 0
        return payload[Int(header.preludeLength)..<payload.count - tail]
    }

    /// The offset of ``records`` in the segment.
    package var recordsOffset: Int { payloadOffset + Int(header.preludeLength) }

    /// The commit digest, in a commit's last part.
    package var digest: CommitDigest? {
        guard header.flags.contains(.last) else { return nil }
        return CommitDigest(payload.load(at: payload.count - CommitDigest.size))
    }
}
