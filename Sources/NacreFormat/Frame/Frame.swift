/// A frame whose header and payload were checked: only ``FrameScanner`` makes one.
package struct Frame: Sendable {
    package let header: FrameHeader
    /// Of its first byte, from the start of the segment.
    package let offset: Int
    /// As stored, prelude included.
    package let payload: ByteView
    /// The header's 64 bytes.
    package let headerBytes: ByteView

    init(header: FrameHeader, offset: Int, payload: ByteView, headerBytes: ByteView) {
        self.header = header
        self.offset = offset
        self.payload = payload
        self.headerBytes = headerBytes
    }

    /// The payload's place in the segment.
    package var payloadOffset: Int { offset + FrameHeaderFields.size }

    package var end: Int {
        offset + FrameCursor.frameSize(payloadLength: payload.count)
    }

    /// Author and note, with a zero byte between.
    package var prelude: ByteView { payload[0..<Int(header.preludeLength)] }

    /// The records of a records frame, without prelude and digest.
    package var records: ByteView {
        let tail = header.flags.contains(.last) ? CommitDigest.size : 0
        return payload[Int(header.preludeLength)..<payload.count - tail]
    }

    /// Where ``records`` begins in the segment.
    package var recordsOffset: Int { payloadOffset + Int(header.preludeLength) }

    /// The commit digest, in a commit's last part.
    package var digest: CommitDigest? {
        guard header.flags.contains(.last) else { return nil }
        return CommitDigest(payload.load(at: payload.count - CommitDigest.size))
    }
}
