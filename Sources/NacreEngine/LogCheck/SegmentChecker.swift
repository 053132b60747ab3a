internal import NacreFormat

/// Checks one segment: its header against the manifest and the previous segment, each frame and
/// record by itself, commits with their digests, and the seal. It continues after damage, so that
/// every defect is found.
struct SegmentChecker {
    let number: SegmentNumber
    let manifest: Manifest
    /// The manifest's entry; nil for the active segment.
    let line: Manifest.Segment?
    /// Called from time to time with the number of bytes checked in this segment; throws to stop.
    let progress: (Int) throws -> Void
    var jsonDepth = Format.jsonDepthMax

    var name: String { FileName.segment(number) }

    /// The state of the walk over a segment.
    struct State {
        var layouts: [LayoutID: Layout] = [:]
        var parts = PendingParts()
        var summary = SegmentSummary()
        /// The rules for the next frame; nil after damage, because the previous frames are unknown.
        var rules: FrameRules?
        var isCompacted: Bool
        var isSealed = false
        var isDamaged = false
        /// The highest watermark in any frame from the first damage on.
        var synced: Position?
        var watermark = Position.none
        var reported = 0
    }

    func run(
        in directory: any StoreDirectory, _ log: inout LogSequence,
        _ report: inout IntegrityReport
    ) throws {
        let bytes: MappedBytes
        do throws(FileError) { bytes = try self.bytes(in: directory, &report) } catch {
            log.forget()
            log.knowsEnd = false
            guard error.reason == .notFound || error.reason == .notRegular else { throw error }
            report.add(name, nil, error.reason == .notFound ? "is missing" : "is no regular file")
            return
        }
        try bytes.read { try check($0, &log, &report) }
    }

    private func bytes(
        in directory: any StoreDirectory, _ report: inout IntegrityReport
    ) throws(FileError) -> MappedBytes {
        let file = try directory.open(name, .reading)
        let size = try file.size()
        guard let length = line.flatMap({ Int(exactly: $0.length) }) else {
            // The writer may cut the active segment meanwhile.
            return try file.copy(try file.countToRead())
        }
        if size < length {
            report.add(
                name, size, "ends too early: \(length) bytes are expected",
                lostBytes: length - size)
        }
        return try file.map(min(size, length))
    }

    /// Checks the bytes of a segment.
    /// - Parameter view: The bytes up to the segment's valid length.
    func check(
        _ view: ByteView, _ log: inout LogSequence, _ report: inout IntegrityReport
    ) throws {
        guard let header = header(view, log, &report) else {
            log.forget()
            log.knowsEnd = false
            report.bytes += view.count
            return
        }
        if let last = log.lastCommit, header.origin != .compacted, header.lastCommitBefore != last {
            report.add(
                name, SegmentHeaderFields.lastCommitBefore.offset,
                "segment header: last commit before should be \(last), found"
                    + " \(header.lastCommitBefore)")
        }
        var state = State(
            rules: FrameRules(header), isCompacted: header.origin == .compacted)
        let cursor = try walk(view, header, &state, &log, &report)
        if let line { check(line, state, cursor, &report) }
        log.ends.last = cursor
        log.knowsEnd = !state.isDamaged
        report.bytes += cursor.offset
    }

    // MARK: The header

    private func header(
        _ view: ByteView, _ log: LogSequence, _ report: inout IntegrityReport
    ) -> SegmentHeader? {
        do throws(FormatError) {
            let header = try SegmentHeader.decode(view)
            try header.check(number, in: manifest)
            if let predecessor = header.predecessor, log.knowsEnd {
                try log.ends.check(predecessor)
            }
            return header
        } catch {
            report.add(name, error.offset, error.description)
            // A header that contradicts other data still tells how to read the segment.
            return try? SegmentHeader.decode(view)
        }
    }

    // MARK: Frames

    private func walk(
        _ view: ByteView, _ header: SegmentHeader, _ state: inout State, _ log: inout LogSequence,
        _ report: inout IntegrityReport
    ) throws -> FrameCursor {
        var scanner = DamageScanner(view, from: FrameCursor(behind: header, in: view))
        while true {
            if scanner.cursor.offset - state.reported >= 1 << 20 {
                state.reported = scanner.cursor.offset
                try progress(state.reported)
            }
            let before = scanner
            switch scanner.next() {
            case .frame(let frame):
                report.frames += 1
                check(frame, &state, &log, &report)
            case .end: return scanner.cursor
            case .unsupported(let error):
                report.add(name, error.offset, error.description)
                state.isDamaged = true
                log.forget()
                return scanner.cursor
            case .damaged(let frame):
                if isTorn(before, &state) { return before.cursor }
                add(frame.error, frame.range, &state, &log, &report)
            case .gap(let range, let error):
                if isTorn(before, &state) { return before.cursor }
                add(error, range, &state, &log, &report)
            }
        }
    }

    /// Whether bad bytes are a torn tail: they are at the end of the active segment, and no frame
    /// says that they had been synced.
    private func isTorn(_ scanner: DamageScanner, _ state: inout State) -> Bool {
        guard line == nil else { return false }
        // Searched once, so that each byte of a hostile segment is read only a few times.
        let ahead = state.synced ?? scanner.highestWatermarkAhead() ?? .none
        state.synced = ahead
        return TornTail.isTorn(
            at: scanner.cursor.position, synced: max(ahead, state.watermark))
    }

    private func add(
        _ error: FormatError, _ range: Range<Int>, _ state: inout State, _ log: inout LogSequence,
        _ report: inout IntegrityReport
    ) {
        report.add(
            name, range.lowerBound, error.description,
            lostBytes: range.isEmpty ? nil : range.count)
        state.isDamaged = true
        state.rules = nil
        state.parts = PendingParts()
        log.forget()
    }

    private func check(
        _ frame: Frame, _ state: inout State, _ log: inout LogSequence,
        _ report: inout IntegrityReport
    ) {
        do {
            state.watermark = max(state.watermark, frame.header.watermark)
            try state.rules?.check(frame)
            if frame.header.kind == .seal {
                try check(seal: try Seal.decode(frame), frame, &state)
                return
            }
            state.summary.add(frame: frame.headerBytes)
            // Parts wait for their commit, because the content of a void part has no meaning.
            if let commit = try state.parts.add(frame) {
                try check(commit, &state, &log, &report)
            }
            if !frame.header.isPartOfCommit { try check(frame, between: &state, &log, &report) }
        } catch {
            add(error, frame.offset, &report)
            // After a misplaced part, the other parts of its commit cannot be right.
            state.parts = PendingParts()
            state.isDamaged = true
            log.forget()
        }
    }

    private func check(seal: Seal, _ frame: Frame, _ state: inout State) throws(FormatError) {
        state.isSealed = true
        guard !state.isDamaged, seal != state.summary.seal else { return }
        throw frame.bad("seal", "\(state.summary.seal)", "\(seal)")
    }

    /// Checks a frame that is no part of a commit.
    private func check(
        _ frame: Frame, between state: inout State, _ log: inout LogSequence,
        _ report: inout IntegrityReport
    ) throws {
        switch frame.header.kind {
        case .schema, .layout: try state.addDefinition(frame)
        case .replaces: _ = try Replaces.decode(frame)
        case .preludes: _ = try Preludes.decode(frame)
        case .compacted: try checkRuns(frame, &state, &log, &report)
        default: break
        }
    }

    // MARK: End of a segment

    /// Checks that a segment that is no longer written ends as the manifest says.
    private func check(
        _ line: Manifest.Segment, _ state: State, _ cursor: FrameCursor,
        _ report: inout IntegrityReport
    ) {
        guard !state.isDamaged else { return }
        func bad(_ field: String, _ expected: Any, _ found: Any) {
            report.add(
                name, cursor.offset,
                "segment at offset \(cursor.offset): \(field) should be \(expected), found"
                    + " \(found)")
        }
        let summary = state.summary
        if cursor.offset != Int(line.length) {
            bad("end", "frames up to \(line.length)", "up to \(cursor.offset)")
        }
        if summary.digest != line.digest { bad("digest", line.digest.hex, summary.digest.hex) }
        if state.isSealed != (line.ending != .cut) {
            bad("last frame", line.ending == .cut ? "no seal" : "a seal", "another one")
        }
        if summary.firstCommit != line.firstCommit || summary.lastCommit != line.lastCommit {
            bad(
                "commits", "\(line.firstCommit)...\(line.lastCommit)",
                "\(summary.firstCommit)...\(summary.lastCommit)")
        }
    }

    func add(_ error: any Error, _ offset: Int, _ report: inout IntegrityReport) {
        let error = error as? FormatError
        report.add(name, error?.offset ?? offset, error?.description ?? "cannot be read")
    }
}
