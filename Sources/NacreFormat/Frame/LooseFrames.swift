/// Finds frames in bytes whose place in a segment is unknown or wrong: tails that a recovery has
/// cut off, aborted parts, files that no manifest names. A frame is recognized by its magic number
/// alone, so nothing in its header is proven. For searches; opening a store trusts no such frame.
///
/// Frames inside of the payload of a frame whose checksum is right are not found. Each byte is
/// checksummed a bounded number of times, whatever the bytes are.
package struct LooseFrames {
    package struct Found {
        package let header: FrameHeader
        package let payload: ByteView
        /// The offset of the payload.
        package let payloadOffset: Int

        /// The records of a records frame as far as they exist, without prelude and digest.
        package var records: Range<Int> {
            let tail = header.flags.contains(.last) ? CommitDigest.size : 0
            let end = max(0, min(payload.count, Int(header.payloadLength) - tail))
            return min(Int(header.preludeLength), end)..<end
        }

        /// The content of a frame of a definition, without the prelude.
        package var definition: ByteView {
            payload[min(Int(header.preludeLength), payload.count)..<payload.count]
        }
    }

    private let view: ByteView
    private var offset = 0
    private var budget: Int

    /// Maximum number of times that each byte may be read, on average.
    private static let readingsMax = 16

    package init(_ view: ByteView) {
        self.view = view
        let (budget, overflows) = view.count.multipliedReportingOverflow(by: Self.readingsMax)
        self.budget = overflows ? .max : budget
    }

    /// Whether the search has ended early, because the bytes claim too much of one another.
    package private(set) var isCut = false

    package mutating func next() -> Found? {
        let place = view.firstOffset(of: FrameHeaderFields.magic, from: offset)
        guard let place, view.count - place >= FrameHeaderFields.size else { return nil }
        let header = FrameHeader(fields: view[place..<place + FrameHeaderFields.size])
        let start = place + FrameHeaderFields.size
        let length = Int(header.payloadLength)
        let payload = view[start..<start + min(length, view.count - start)]
        budget -= payload.count
        guard budget >= 0 else {
            isCut = true
            return nil
        }
        let isIntact = payload.count == length && payload.crc == header.payloadCRC
        offset = isIntact ? start + length : place + Format.alignment
        return Found(header: header, payload: payload, payloadOffset: start)
    }
}
