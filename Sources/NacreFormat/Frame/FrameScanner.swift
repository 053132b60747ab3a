/// Walks over the frames of a segment and reports the place and cause of its end. It only reads;
/// the reader of the log decides how to treat the end.
package struct FrameScanner {
    /// The segment's bytes up to the end of possible frames.
    let view: ByteView
    package private(set) var cursor: FrameCursor

    package enum Step {
        case frame(Frame)
        case end(End)
    }

    package enum End: Equatable {
        /// Only zeros from here to the end of the file, or no more bytes.
        case endOfLog
        /// Bytes that are no valid frame here. A watermark tells a torn tail from corruption.
        case invalid(FormatError)
        /// A valid frame of a kind or with flags that this reader must not skip.
        case unsupported(FormatError)
    }

    /// Starts a walk.
    /// - Parameters:
    ///   - view: The segment from its start to its valid length.
    ///   - cursor: The place to begin, usually after the segment's header.
    package init(_ view: ByteView, from cursor: FrameCursor) {
        self.view = view
        self.cursor = cursor
    }

    package mutating func next() -> Step {
        let rest = view.count - cursor.offset
        if rest <= 0 { return .end(.endOfLog) }
        if rest < 4 || view.load(UInt32.self, at: cursor.offset) == 0 {
            let tail = view[cursor.offset..<view.count]
            if tail.isZero { return .end(.endOfLog) }
            if rest < 4 { return .end(.invalid(invalid(.truncated, "header", 0, "64 bytes", ""))) }
        }
        do {
            return .frame(try read())
        } catch {
            return .end(error.kind == .unsupported ? .unsupported(error) : .invalid(error))
        }
    }

    private mutating func read() throws(FormatError) -> Frame {
        let header = try FrameHeader.decode(view[cursor.offset..<view.count], at: cursor)
        try check(header)
        let start = cursor.offset
        let payloadStart = start + FrameHeaderFields.size
        let length = Int(header.payloadLength)
        let end = start + FrameCursor.frameSize(payloadLength: length)
        guard length <= Format.frameSizeMax, end <= view.count else {
            throw invalid(
                .truncated, "payload length", FrameHeaderFields.payloadLength.offset,
                "at most \(view.count - payloadStart)", "\(length)")
        }
        let payload = view[payloadStart..<payloadStart + length]
        let crc = payload.crc
        guard crc == header.payloadCRC else {
            throw invalid(
                .badChecksum, "payload CRC", FrameHeaderFields.payloadCRC.offset, crc.hex,
                header.payloadCRC.hex)
        }
        guard view[payloadStart + length..<end].isZero else {
            throw invalid(
                .badValue, "padding", FrameHeaderFields.size + length, "zeros", "other bytes")
        }
        let headerBytes = view[start..<payloadStart]
        cursor.advance(over: header, bytes: headerBytes)
        return Frame(header: header, offset: start, payload: payload, headerBytes: headerBytes)
    }

    /// Checks that the frame belongs here, in this life of the file, and that its content is known.
    /// The order matters: a stale frame of a newer version is stale, not unsupported.
    private func check(_ header: FrameHeader) throws(FormatError) {
        guard header.salt == cursor.salt || header.kind == .open else {
            throw invalid(
                .badChecksum, "salt", FrameHeaderFields.salt.offset, cursor.salt.hex,
                header.salt.hex)
        }
        guard header.chain == cursor.chain else {
            throw invalid(
                .badChecksum, "chain", FrameHeaderFields.chain.offset, cursor.chain.hex,
                header.chain.hex)
        }
        guard header.kind != nil || header.isSkippable else {
            throw invalid(
                .unsupported, "kind", FrameHeaderFields.kind.offset, "1 to 10, or 128 and up",
                "\(header.kindCode)")
        }
        try checkFlags(header)
        let tail = header.flags.contains(.last) ? CommitDigest.size : 0
        let room =
            header.flags.contains(.first)
            ? min(Format.preludeSizeMax, Int(header.payloadLength) - tail) : 0
        let prelude = Int(header.preludeLength)
        guard prelude % Format.alignment == 0, prelude <= room, Int(header.payloadLength) >= tail
        else {
            throw invalid(
                .unsupported, "prelude length", FrameHeaderFields.preludeLength.offset,
                "a multiple of \(Format.alignment), at most \(max(room, 0))", "\(prelude)")
        }
    }

    /// Checks that the kind allows the flags and the part number. The checksums are right, so a
    /// violation is not a torn frame: an unknown version wrote it.
    private func checkFlags(_ header: FrameHeader) throws(FormatError) {
        let (allowed, mayBePart): (FrameFlags, Bool) =
            switch header.kind {
            case .records: ([.first, .last], true)
            case .layout, .schema: ([.first], true)
            default: ([], false)
            }
        let isFirst = header.flags.contains(.first)
        guard header.flags.isSubset(of: allowed), !isFirst || header.part == 0,
            mayBePart || header.part == 0,
            header.kind != .records || isFirst == (header.part == 0)
        else {
            throw invalid(
                .unsupported, "flags", FrameHeaderFields.flags.offset,
                "flags that kind \(header.kindCode), part \(header.part) may have",
                "\(header.flags.rawValue)")
        }
    }

    private func invalid(
        _ kind: FormatError.Kind, _ field: String, _ offset: Int, _ expected: String,
        _ found: String
    ) -> FormatError {
        FormatError(
            kind, structure: "frame", field: field, offset: cursor.offset + offset,
            expected: expected, found: found)
    }

    /// Returns the highest watermark in any frame from the cursor on that counts as evidence of the
    /// bytes synced before it was written (see ``FrameSearch``). If a later frame says that a bad
    /// frame's bytes had been synced, the bad frame was damaged, not torn.
    package func highestWatermarkAhead() -> Position? {
        var highest: Position?
        var search = FrameSearch(view, from: cursor)
        while let found = search.next() {
            highest = max(highest ?? found.header.watermark, found.header.watermark)
        }
        return highest
    }
}
