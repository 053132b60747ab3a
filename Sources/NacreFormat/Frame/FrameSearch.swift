/// Searches a segment after a place where no valid frame begins. Finds frames that are where they
/// were written, and displaced frames in a file that has gained or lost bytes.
///
/// A header in place counts by its CRC, which covers the position. The position of a displaced
/// header is unknown, and every CRC is right for one position, so more evidence is needed
/// (Formats.md, "Torn tail or corruption"). Values may contain copies of the store's own files, so
/// bytes in the payload of a header in place never count.
///
/// Headers that cannot count cost one comparison. The payloads of the others are checksummed within
/// a budget: each byte of a hostile segment is read only a few times.
struct FrameSearch {
    /// A header that counts, or may count, and its place.
    struct Found {
        let header: FrameHeader
        /// The place of the frame, with the frame's displacement.
        let cursor: FrameCursor
        fileprivate let headerBytes: ByteView

        /// The range in the file that the payload should have.
        var payload: Range<Int> {
            let start = cursor.offset + FrameHeaderFields.size
            return start..<start + Int(header.payloadLength)
        }

        /// The place after the frame.
        fileprivate var next: FrameCursor {
            var next = cursor
            next.advance(over: header, bytes: headerBytes)
            return next
        }

        var isDisplaced: Bool { cursor.displacement != 0 }

        /// Whether the frame's watermark confirms the place it was written to: directly after the
        /// synced bytes or, for an open frame, after a close frame that was written there.
        fileprivate var namesItsPlace: Bool {
            let (own, synced) = (cursor.position, header.watermark)
            guard synced != own else { return true }
            return header.kind == .open && synced.segment == own.segment
                && synced.offset + FrameHeaderFields.size == own.offset
        }
    }

    private let view: ByteView
    /// The view without the zeros at its end.
    private let used: ByteView
    private var offset: Int
    /// The place after the valid frame, or the one that counted, before `offset`.
    private var former: FrameCursor
    private var firstSalt: UInt64
    /// The end of the payloads of headers in place.
    private var payloadsEnd: Int
    /// The number of payload bytes that may still be checksummed.
    private var budget: Int

    /// Maximum number of times that each byte may be read, on average.
    private static let readingsMax = 16

    /// Starts a search.
    /// - Parameters:
    ///   - view: The segment from its start to the end of possible frames.
    ///   - cursor: The place after the last readable frame.
    init(_ view: ByteView, from cursor: FrameCursor) {
        self.view = view
        used = view[0..<view.countWithoutTrailingZeros]
        former = cursor
        firstSalt = cursor.salt
        offset = cursor.offset
        payloadsEnd = cursor.offset
        budget = view.count * Self.readingsMax
    }

    /// Continues from another place, with the rest of the budget.
    /// - Parameters:
    ///   - cursor: The place after the last readable frame.
    ///   - payload: The payload of that frame, if its header is right but its payload is wrong. If
    ///     bytes were lost there, the next frame has moved to a place before the cursor.
    mutating func restart(from cursor: FrameCursor, behind payload: Range<Int>?) {
        former = cursor
        firstSalt = cursor.salt
        offset = payload?.lowerBound ?? cursor.offset
        payloadsEnd = payload?.upperBound ?? cursor.offset
    }

    /// Returns the next frame that counts. Its payload is known to be right only if it is
    /// displaced.
    mutating func next() -> Found? {
        while let start = used.firstOffset(of: FrameHeaderFields.magic, from: offset) {
            offset = start + 1
            guard let found = candidate(at: start) else { break }
            guard !found.isDisplaced || counts(found) else { continue }
            former = found.next
            if found.isDisplaced {
                offset = found.payload.upperBound
            } else {
                payloadsEnd = max(payloadsEnd, found.payload.upperBound)
            }
            return found
        }
        return nil
    }

    private func candidate(at start: Int) -> Found? {
        guard start + FrameHeaderFields.size <= view.count else { return nil }
        let bytes = view[start..<start + FrameHeaderFields.size]
        let header = FrameHeader(fields: bytes)
        return Found(
            header: header,
            cursor: former.resumed(
                at: start, by: header, writtenTo: former.offsetByCRC(of: bytes)),
            headerBytes: bytes)
    }

    // MARK: Displaced frames

    private mutating func counts(_ found: Found) -> Bool {
        guard found.cursor.position.offset >= SegmentHeaderFields.size,
            found.header.watermark <= found.cursor.position,
            found.payload.upperBound > payloadsEnd
        else { return false }
        if isLastClose(found) { return true }
        if follows(found, former) { return hasRightPayload(found) }
        let salt = found.header.salt
        guard salt == firstSalt || salt == former.salt || found.namesItsPlace,
            let next = successor(of: found)
        else { return false }
        return hasRightPayload(found) && hasRightPayload(next)
    }

    /// Whether it is the close frame of a cleanly closed log: the last frame, written after a log
    /// that had been synced up to it.
    private func isLastClose(_ found: Found) -> Bool {
        found.header.kind == .close && found.header.payloadLength == 0
            && found.header.watermark == found.cursor.position
            && found.payload.upperBound >= used.count
    }

    /// Whether a frame was written after another one, wherever both are now.
    /// - Parameter former: The place after the other frame.
    private func follows(_ found: Found, _ former: FrameCursor) -> Bool {
        found.header.chain == former.chain && found.cursor.position == former.position
            && (found.header.salt == former.salt || found.header.kind == .open)
    }

    private func successor(of found: Found) -> Found? {
        let next = found.next
        guard next.offset + FrameHeaderFields.size <= view.count,
            view.load(UInt32.self, at: next.offset) == FrameHeaderFields.magic,
            let successor = candidate(at: next.offset), follows(successor, next)
        else { return nil }
        return successor
    }

    private mutating func hasRightPayload(_ found: Found) -> Bool {
        let range = found.payload
        guard range.count <= Format.frameSizeMax, range.upperBound <= view.count,
            range.count <= budget
        else { return false }
        budget -= range.count
        return view[range].crc == found.header.payloadCRC
    }
}
