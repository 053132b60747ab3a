/// Walks over the frames of a segment that may be damaged anywhere. After bytes that are no valid
/// frame it continues at the next frame that counts, in place or displaced (see ``FrameSearch``).
/// It reports the bytes it skips, so that every byte of the segment is in exactly one step, unless
/// a frame that has lost bytes overlaps the next one. For checking and salvage; opening a store
/// skips nothing.
///
/// Each byte is read a bounded number of times, whatever the bytes are.
package struct DamageScanner {
    package enum Step {
        /// A valid frame. After a gap its chain and salt are taken from its own header.
        case frame(Frame)
        /// A damaged frame whose header is right, or is wrong in one bit only. `payload` has the
        /// bytes at its place, as far as they exist.
        case damaged(DamagedFrame)
        /// Bytes in which no header can be read.
        case gap(Range<Int>, FormatError)
        /// A frame that a newer version wrote. No frame after it can be judged.
        case unsupported(FormatError)
        /// Only zeros from here to the end, or no more bytes.
        case end
    }

    package struct DamagedFrame: Sendable {
        package let header: FrameHeader
        package let offset: Int
        package let payload: ByteView
        package let error: FormatError

        init(header: FrameHeader, offset: Int, payload: ByteView, error: FormatError) {
            self.header = header
            self.offset = offset
            self.payload = payload
            self.error = error
        }

        /// The records of a records frame as far as they exist, without prelude and digest.
        package var records: ByteView {
            let tail = header.flags.contains(.last) ? CommitDigest.size : 0
            let end = min(payload.count, max(0, Int(header.payloadLength) - tail))
            return payload[min(Int(header.preludeLength), end)..<end]
        }

        /// The layout or schema in a frame of a definition. All records depend on it, so one wrong
        /// bit is corrected. Nil if more is wrong.
        package var definition: [UInt8]? {
            guard [.layout, .schema].contains(header.kind),
                payload.count == Int(header.payloadLength),
                header.preludeLength <= header.payloadLength
            else { return nil }
            var bytes = payload.bytes
            guard bytes.correctBit(by: payload.crc ^ header.payloadCRC) else { return nil }
            return Array(bytes[Int(header.preludeLength)...])
        }

        /// The offset of ``records`` in the segment.
        package var recordsOffset: Int {
            payloadOffset + min(Int(header.preludeLength), payload.count)
        }

        package var payloadOffset: Int { offset + FrameHeaderFields.size }
        package var range: Range<Int> { offset..<payloadOffset + payload.count }
    }

    private let view: ByteView
    private var scanner: FrameScanner
    /// The payload of the previous step's frame, if that was damaged.
    private var damagedPayload: Range<Int>?
    /// The search for all gaps, which share one budget.
    private lazy var search = FrameSearch(view, from: scanner.cursor)

    /// Starts a walk.
    /// - Parameters:
    ///   - view: The segment from its start to the end of possible frames.
    ///   - cursor: The place after the segment's header.
    package init(_ view: ByteView, from cursor: FrameCursor) {
        self.view = view
        scanner = FrameScanner(view, from: cursor)
    }

    /// The place after the last step.
    package var cursor: FrameCursor { scanner.cursor }

    package mutating func next() -> Step {
        let formerPayload = damagedPayload
        damagedPayload = nil
        switch scanner.next() {
        case .frame(let frame): return .frame(frame)
        case .end(.endOfLog): return .end
        case .end(.unsupported(let error)): return .unsupported(error)
        case .end(.invalid(let error)): return passOver(error, behind: formerPayload)
        }
    }

    /// Returns the highest watermark ahead. See ``FrameScanner/highestWatermarkAhead()``.
    package func highestWatermarkAhead() -> Position? { scanner.highestWatermarkAhead() }

    /// Skips bytes that are no valid frame.
    /// - Parameter payload: The payload of the previous frame, if that one is damaged.
    private mutating func passOver(_ error: FormatError, behind payload: Range<Int>?) -> Step {
        let start = cursor.offset
        if let bytes = FrameHeader.corrected(view[start..<view.count], at: cursor) {
            return bytes.withView { damaged($0, error) }
        }
        guard let next = frameAhead(behind: payload) else {
            let end = view[start..<view.count].countWithoutTrailingZeros + start
            move(to: cursor.moved(to: view.count))
            return .gap(start..<max(end, start), error)
        }
        // If it begins at the start, the frame itself is right, but does not follow the previous
        // one.
        move(to: next)
        return .gap(start..<max(next.offset, start), error)
    }

    /// Returns the step of a damaged frame.
    /// - Parameter headerBytes: The frame's original header.
    private mutating func damaged(_ headerBytes: ByteView, _ error: FormatError) -> Step {
        let header = FrameHeader(fields: headerBytes)
        let start = cursor.offset
        let payloadStart = start + FrameHeaderFields.size
        let length = min(Int(header.payloadLength), view.count - payloadStart)
        let payload = payloadStart..<payloadStart + length
        let frame = DamagedFrame(
            header: header, offset: start, payload: view[payload], error: error)
        damagedPayload = payload
        var next = cursor
        next.advance(over: header, bytes: headerBytes)
        move(to: next.offset <= view.count ? next : next.moved(to: view.count))
        return .damaged(frame)
    }

    /// Returns the frame that a gap most likely is, if its header is right except for at most one
    /// field: it fills the gap exactly and is the expected next part. The commit and part in its
    /// header are replaced by the expected ones.
    /// - Parameters:
    ///   - range: The range of the gap that this scanner comes to next.
    ///   - commit: The commit of the expected part.
    package func presumedFrame(
        in range: Range<Int>, commit: CommitNumber, part: UInt32, error: FormatError
    ) -> DamagedFrame? {
        guard range.lowerBound == cursor.offset, range.count > FrameHeaderFields.size else {
            return nil
        }
        let start = range.lowerBound
        let bytes = view[start..<start + FrameHeaderFields.size]
        var header = FrameHeader(fields: bytes)
        let magic: UInt32 = bytes.load(at: FrameHeaderFields.magicField.offset)
        let size = FrameCursor.frameSize(payloadLength: Int(header.payloadLength))
        let agreements = [
            magic == FrameHeaderFields.magic, header.kind == .records, header.salt == cursor.salt,
            header.chain == cursor.chain, header.commit == commit, header.part == part,
            size == range.count,
        ]
        guard agreements.count(where: { !$0 }) <= 1 else { return nil }
        let payload = view[start + FrameHeaderFields.size..<range.upperBound]
        header.kindCode = FrameKind.records.rawValue
        header.commit = commit
        header.part = part
        header.payloadLength = min(header.payloadLength, UInt32(payload.count))
        return DamagedFrame(header: header, offset: start, payload: payload, error: error)
    }

    private mutating func move(to cursor: FrameCursor) {
        scanner = FrameScanner(view, from: cursor)
    }

    /// Returns the next frame that counts.
    /// - Parameter payload: The payload of the previous frame, if that one is damaged. A frame that
    ///   lies wholly within it may be part of a value. The same holds for a frame in place that
    ///   begins in it, because no frame begins inside a right one.
    private mutating func frameAhead(behind payload: Range<Int>?) -> FrameCursor? {
        search.restart(from: cursor, behind: payload)
        while let found = search.next() {
            if let payload, found.payload.upperBound <= payload.upperBound { continue }
            if let payload, !found.isDisplaced, found.cursor.offset < payload.upperBound {
                continue
            }
            return found.cursor
        }
        return nil
    }
}
