/// Searches a segment behind a place where no valid frame begins. It finds the frames that stand
/// where they were written, and displaced ones: those of a file that has gained or lost bytes.
///
/// A header that stands in place counts by its CRC, which covers the position. The position of a
/// displaced header is not known, and every CRC is right for one position, so more is needed
/// (Formats.md, "Torn tail or corruption"). Copies of a store's files may be values of the same
/// store: what lies in the payload of a header in place never counts.
///
/// Headers that cannot count cost a comparison, and the payloads of the others are summed up within
/// a budget: each byte of a hostile segment is read a few times at most.
struct FrameSearch {
    /// A header that counts, or may count, and its place.
    struct Found {
        let header: FrameHeader
        /// At the frame. It knows how far the frame is displaced.
        let cursor: FrameCursor
        fileprivate let headerBytes: ByteView

        /// Where the payload begins and should end, in the file.
        var payload: Range<Int> {
            let start = cursor.offset + FrameHeaderFields.size
            return start..<start + Int(header.payloadLength)
        }

        /// Behind the frame.
        fileprivate var next: FrameCursor {
            var next = cursor
            next.advance(over: header, bytes: headerBytes)
            return next
        }

        var isDisplaced: Bool { cursor.displacement != 0 }

        /// Whether the frame's watermark says where the frame was written: just behind what had
        /// been synced, or, for an open frame, behind a close frame that was written so.
        fileprivate var namesItsPlace: Bool {
            let (own, synced) = (cursor.position, header.watermark)
            guard synced != own else { return true }
            return header.kind == .open && synced.segment == own.segment
                && synced.offset + FrameHeaderFields.size == own.offset
        }
    }

    private let view: ByteView
    /// Without the zeros at the end.
    private let used: ByteView
    private var offset: Int
    /// Behind the valid frame, or the one that counted, that stands before `offset`.
    private var former: FrameCursor
    private var firstSalt: UInt64
    /// The payloads of headers in place reach up to here.
    private var payloadsEnd: Int
    /// How many bytes of payloads may still be summed up.
    private var budget: Int

    /// How often each byte may be read on average.
    private static let readingsMax = 16

    /// - Parameters:
    ///   - view: the segment from its start to where frames may stand.
    ///   - cursor: behind the last frame that could be read.
    init(_ view: ByteView, from cursor: FrameCursor) {
        self.view = view
        used = view[0..<view.countWithoutTrailingZeros]
        former = cursor
        firstSalt = cursor.salt
        offset = cursor.offset
        payloadsEnd = cursor.offset
        budget = view.count * Self.readingsMax
    }

    /// Goes on from another place, with what is left of the budget.
    /// - Parameters:
    ///   - cursor: behind the last frame that could be read.
    ///   - payload: of that frame, if its header is right and its payload is not: bytes that were
    ///     lost there have brought the next frame to a place before the cursor.
    mutating func restart(from cursor: FrameCursor, behind payload: Range<Int>?) {
        former = cursor
        firstSalt = cursor.salt
        offset = payload?.lowerBound ?? cursor.offset
        payloadsEnd = payload?.upperBound ?? cursor.offset
    }

    /// The next frame that counts. Its payload is known to be right only if it is displaced.
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

    /// Whether it is the close frame of a log that was closed cleanly: the last one, written behind
    /// a log that had been synced up to it.
    private func isLastClose(_ found: Found) -> Bool {
        found.header.kind == .close && found.header.payloadLength == 0
            && found.header.watermark == found.cursor.position
            && found.payload.upperBound >= used.count
    }

    /// Whether a frame was written behind another one, wherever both are now.
    /// - Parameter former: behind that one.
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
