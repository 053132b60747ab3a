/// Checks further rules for a valid frame, on its own and in its place among the frames of its
/// segment (Formats.md, "Frame"). The checksums of a frame that breaks a rule are right, so it was
/// written like this: it is corruption, never a torn tail.
package struct FrameRules {
    private let segment: SegmentNumber
    private let isCompacted: Bool
    /// The header of the previous frame.
    private var former: FrameHeader?

    /// Starts with the first frame, or after a given one.
    /// - Parameter former: The header of the frame before the first one to check, if there is one.
    package init(_ header: SegmentHeader, behind former: FrameHeader? = nil) {
        segment = header.number
        isCompacted = header.origin == .compacted
        self.former = former
    }

    /// Checks the next frame.
    package mutating func check(_ frame: Frame) throws(FormatError) {
        let header = frame.header
        let position = Position(segment, offset: frame.offset)
        guard header.watermark <= position else {
            throw frame.bad(
                "watermark", FrameHeaderFields.watermark, "at most \(position)",
                "\(header.watermark)")
        }
        try checkPlace(frame)
        if isCompacted { try checkCompacted(frame) }
        former = header
        guard let kind = header.kind else { return }
        guard kind == .records || kind == .compacted || header.count == 0 else {
            throw frame.bad("count", FrameHeaderFields.count, "0", "\(header.count)")
        }
        if let size = Self.payloadSize(kind), Int(header.payloadLength) != size {
            throw frame.bad(
                "payload length", FrameHeaderFields.payloadLength, "\(size)",
                "\(header.payloadLength)")
        }
    }

    /// Checks that a frame that is neither a part nor an abort has the log's current commit number.
    /// - Parameter last: The newest commit or run so far, including those in the frame.
    package func checkCommit(_ frame: Frame, lastSoFar last: CommitNumber) throws(FormatError) {
        let header = frame.header
        guard let kind = header.kind, kind != .abort, !header.isPartOfCommit else { return }
        guard header.commit == last else {
            throw frame.bad(
                "commit number", FrameHeaderFields.commit, "\(last)", "\(header.commit)")
        }
    }

    /// Returns the payload size of kinds with a fixed one.
    private static func payloadSize(_ kind: FrameKind) -> Int? {
        switch kind {
        case .open, .close, .confirm: 0
        case .abort: 4
        case .seal: SealFields.size
        case .records, .layout, .replaces, .compacted, .schema, .preludes: nil
        }
    }

    private func checkPlace(_ frame: Frame) throws(FormatError) {
        let kind = frame.header.kind
        func bad(_ expected: String) -> FormatError {
            frame.bad(
                "kind", FrameHeaderFields.kind, expected,
                kind.map { "\($0)" } ?? "\(frame.header.kindCode)")
        }
        if former?.kind == .seal { throw bad("no frame after a seal") }
        if former?.kind == .close, kind != .open { throw bad("an open frame after a close frame") }
        if kind == .open, let former, former.kind != .close {
            throw bad("another kind: open comes first or after close")
        }
        if kind == .preludes, former?.kind != .compacted { throw bad("preludes only behind runs") }
        if !isCompacted, kind == .replaces || kind == .compacted || kind == .preludes {
            throw bad("a kind that a log segment may have")
        }
    }

    private func checkCompacted(_ frame: Frame) throws(FormatError) {
        let header = frame.header
        let known: [FrameKind] = [
            .replaces, .schema, .layout, .preludes, .compacted, .seal,
        ]
        guard (header.kind == .replaces) == (former == nil),
            header.kind.map(known.contains) ?? true
        else {
            throw frame.bad(
                "kind", FrameHeaderFields.kind,
                "replaces first, then the kinds of a compacted segment", "\(header.kindCode)")
        }
        guard header.watermark == .none, header.flags == [], header.part == 0 else {
            throw frame.bad(
                "watermark", FrameHeaderFields.watermark, "0, like flags and part",
                "\(header.watermark)")
        }
    }
}

extension Frame {
    /// Returns an error about the frame's header.
    package func bad(
        _ name: String, _ field: FormatField, _ expected: String, _ found: String
    ) -> FormatError {
        FormatError(
            .badValue, structure: "frame", field: name, offset: offset + field.offset,
            expected: expected, found: found)
    }
}
