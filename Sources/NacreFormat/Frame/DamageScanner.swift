/// Walks over the frames of a segment that may be damaged anywhere: behind bytes that are no valid
/// frame it goes on at the next frame that counts, in place or displaced (see ``FrameSearch``). It
/// tells what it passes over, so that every byte of the segment is in exactly one step, unless a
/// frame that has lost bytes overlaps the next one. For checking and salvage; opening a store skips
/// nothing.
///
/// Each byte is looked at a bounded number of times, whatever the bytes are.
package struct DamageScanner {
    package enum Step {
        /// A valid frame. Behind a gap its chain and salt were taken from itself.
        case frame(Frame)
        /// A frame that is not right, but whose header is, or was before one bit of it went wrong:
        /// `payload` are the bytes that should be it, or as many as there are.
        case damaged(DamagedFrame)
        /// Bytes in which no header can be read.
        case gap(Range<Int>, FormatError)
        /// A frame that a newer version wrote; nothing behind it can be judged.
        case unsupported(FormatError)
        /// Nothing but zeros from here to the end, or no more bytes.
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

        /// The records of a records frame as far as they are there, without prelude and digest.
        package var records: ByteView {
            let tail = header.flags.contains(.last) ? CommitDigest.size : 0
            let end = min(payload.count, max(0, Int(header.payloadLength) - tail))
            return payload[min(Int(header.preludeLength), end)..<end]
        }

        /// The layout or schema of a definition's frame. All records depend on it, so one wrong bit
        /// is put right. Nil if more is wrong.
        package var definition: [UInt8]? {
            guard [.layout, .schema].contains(header.kind),
                payload.count == Int(header.payloadLength),
                header.preludeLength <= header.payloadLength
            else { return nil }
            var bytes = payload.bytes
            guard bytes.correctBit(by: payload.crc ^ header.payloadCRC) else { return nil }
            return Array(bytes[Int(header.preludeLength)...])
        }

        /// Where ``records`` begins in the segment.
        package var recordsOffset: Int {
            payloadOffset + min(Int(header.preludeLength), payload.count)
        }

        package var payloadOffset: Int { offset + FrameHeaderFields.size }
        package var range: Range<Int> { offset..<payloadOffset + payload.count }
    }

    private let view: ByteView
    private var scanner: FrameScanner
    /// Of the step before, if that was a damaged frame.
    private var damagedPayload: Range<Int>?
    /// Of all gaps together.
    private lazy var search = FrameSearch(view, from: scanner.cursor)

    /// - Parameters:
    ///   - view: the segment from its start to where frames may stand.
    ///   - cursor: behind the segment's header.
    package init(_ view: ByteView, from cursor: FrameCursor) {
        self.view = view
        scanner = FrameScanner(view, from: cursor)
    }

    /// Behind what was returned last.
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

    /// See ``FrameScanner/highestWatermarkAhead()``.
    package func highestWatermarkAhead() -> Position? { scanner.highestWatermarkAhead() }

    /// - Parameter payload: of the frame before, if that one is damaged.
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
        // At the start itself it is right. Only what it repeats of the frame before is not.
        move(to: next)
        return .gap(start..<max(next.offset, start), error)
    }

    /// - Parameter headerBytes: the frame's header as it was written.
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

    /// The frame that a gap most likely is: one whose header is right but for one field. It fills
    /// the gap exactly, and is the next part that was to come. What its header says of the commit
    /// is replaced by what was expected.
    /// - Parameters:
    ///   - range: of the gap that this scanner comes to next.
    ///   - commit: of the part that was to come.
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

    /// The next frame that counts.
    /// - Parameter payload: of the damaged frame before. What lies wholly within it may be a value,
    ///   and so may what begins in it at its own place: no frame begins within a right one.
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
