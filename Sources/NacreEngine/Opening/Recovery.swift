internal import NacreFormat

/// The findings and actions of opening a store after a crash.
public struct RecoveryReport: Sendable, Hashable {
    /// The newest commit in the store.
    public let lastCommit: UInt64
    /// The number of whole commits whose durability was not proven. They were written again and
    /// synced.
    public let rewrittenCommits: Int
    /// The number of bytes of an unfinished commit after the last whole one.
    public let tornBytes: Int
    /// The file that keeps the torn bytes. If the store was opened for reading only, the file that
    /// would keep them.
    public let tornFile: String?
}

/// Brings a store that its writer did not close to a state that a writer may continue from. It adds
/// files first, then publishes them with a manifest, and removes files last. So a crash in between
/// is like one before it.
struct Recovery {
    let directory: any StoreDirectory
    let environment: Environment
    let loaded: LoadedStore

    /// Whether there is anything to do: after an unclean end, or if the active segment has another
    /// name, so that nothing may be written to it.
    var isNeeded: Bool { Self.isNeeded(loaded.active) }

    private static func isNeeded(_ active: LoadedStore.ActiveSegment) -> Bool {
        !active.scan.isClean || active.isShared
    }

    /// Whether a recovery, if needed, can read the frames it requires. A checkpoint may have made
    /// it unnecessary to read the first frames of the active segment.
    static func canRead(_ loaded: LoadedStore) -> Bool {
        let start = loaded.active.scan.start.offset
        guard isNeeded(loaded.active), start > SegmentHeaderFields.size else { return true }
        return (try? Tail(loaded.active, view: loaded.active.mapping.view)) != nil
    }

    func report(rewritten: Int) -> RecoveryReport {
        let torn = loaded.active.tornBytes
        return RecoveryReport(
            lastCommit: loaded.lastCommit.rawValue, rewrittenCommits: rewritten, tornBytes: torn,
            tornFile: torn > 0 ? FileName.torn(loaded.manifest.active) : nil)
    }

    /// Copies the unproven tail to a new segment, syncs it, and publishes it. The store must then
    /// be read again from the start, because positions have changed.
    func run() throws(StoreError) -> RecoveryReport {
        let active = loaded.active
        do {
            let tail = try Tail(active, view: active.mapping.view)
            try keepTornBytes()
            let number = try Log.nextSegmentNumber(in: directory, loaded.manifest)
            let keepsFormer = tail.start.offset > SegmentHeaderFields.size
            let predecessor =
                keepsFormer
                ? SegmentHeader.Predecessor(
                    number: active.header.number, chain: tail.start.chain,
                    length: UInt64(tail.start.offset))
                : active.header.predecessor
            var header = SegmentHeader(
                number: number, storeID: active.header.storeID, salt: environment.random(),
                created: environment.now(), origin: .recovered, predecessor: predecessor,
                lastCommitBefore: tail.lastCommitBefore)
            header.requiredToWrite = loaded.catalog.requiredToWrite
            let writer = try SegmentWriter(creating: header, in: directory)
            writer.appendDefinitions(
                loaded.catalog, commit: tail.lastCommitBefore, watermark: .none,
                time: header.created)
            try copy(tail, to: writer)
            try directory.sync(.newSegmentEntry)
            try publish(number, former: keepsFormer ? tail : nil)
            return report(rewritten: tail.commitCount)
        } catch let error as FileError {
            throw StoreError(error)
        } catch let error as FormatError {
            throw StoreError(
                error, file: "\(directory.path)/\(FileName.segment(active.header.number))")
        } catch {
            throw StoreError(
                .io, "The store could not be recovered.", file: directory.path, cause: "\(error)")
        }
    }

    /// Maximum number of torn bytes to keep. It is enough to recognize a transaction that was cut
    /// short.
    private static let tornBytesMax = 64 << 20

    /// Keeps the raw bytes after the last whole commit in a file, for inspection.
    private func keepTornBytes() throws(FileError) {
        let count = min(loaded.active.tornBytes, Self.tornBytesMax)
        guard count > 0 else { return }
        let name = FileName.torn(loaded.manifest.active)
        // A crash in an earlier recovery may have left such a file.
        try? directory.remove(name)
        let file = try directory.create(name)
        let start = loaded.active.scan.committed.offset
        try file.write(loaded.active.mapping.view[start..<start + count], at: 0)
    }

    private func copy(_ tail: Tail, to writer: SegmentWriter) throws(FileError) {
        for frame in tail.frames {
            var header = frame.header
            header.watermark = .none
            writer.append(header) { $0.append(frame.payload) }
            if header.flags.contains(.last) { try writer.flush() }
        }
        try writer.flush()
        try writer.sync(.recoveredTail)
        // The watermark says that all of this is synced, so the next recovery need not copy it
        // again.
        writer.append(
            FrameHeader(
                .close, commit: loaded.lastCommit, watermark: writer.cursor.position,
                time: environment.now()))
        try writer.flush()
        try writer.trim()
    }

    private func publish(_ number: SegmentNumber, former: Tail?) throws(FileError) {
        var manifest = loaded.manifest
        manifest.generation &+= 1
        if let former {
            manifest.segments.append(
                Manifest.Segment(
                    number: manifest.active, ending: .cut, length: UInt64(former.start.offset),
                    firstCommit: former.summary.firstCommit,
                    lastCommit: former.summary.lastCommit, purgedAsOf: CommitNumber(0),
                    digest: former.summary.digest))
        }
        manifest.active = number
        try ManifestStore(directory: directory).publish(manifest)
        // The manifest is durable, so a former segment of which nothing is kept can be removed.
        if former == nil { try? directory.remove(FileName.segment(loaded.manifest.active)) }
    }
}

/// The whole commits at the end of a segment that no watermark covers. They may be in the page
/// cache only, because the sync that acknowledges them may have failed.
private struct Tail {
    /// The place after the last commit that had been synced.
    var start: FrameCursor
    /// The summary of the frames before `start`.
    var summary = SegmentSummary()
    var lastCommitBefore: CommitNumber
    /// The parts of the commits after `start`, in order.
    var frames: [Frame] = []

    var commitCount: Int { frames.count { $0.header.flags.contains(.last) } }

    init(_ active: LoadedStore.ActiveSegment, view: ByteView) throws(FormatError) {
        let watermark = active.scan.watermark
        let proven = watermark.segment == active.header.number ? watermark.offset : 0
        start = FrameCursor(behind: active.header, in: view)
        lastCommitBefore = active.header.lastCommitBefore
        var scanner = FrameScanner(view, from: start)
        var running = summary
        var parts = PendingParts()
        while scanner.cursor.offset < active.scan.committed.offset {
            guard case .frame(let frame) = scanner.next() else {
                throw FormatError(
                    .badValue, structure: "segment", field: "frames", offset: scanner.cursor.offset,
                    expected: "whole ones up to \(active.scan.committed.offset)",
                    found: "other bytes")
            }
            running.add(frame: frame.headerBytes)
            let commit = try parts.add(frame)
            if commit != nil {
                running.add(commit: frame.header.commit, records: 0, tombstones: 0)
            }
            if scanner.cursor.offset > proven {
                frames += commit ?? []
            } else if parts.isEmpty {
                // A boundary between commits below the watermark moves the start after it.
                if commit != nil { lastCommitBefore = frame.header.commit }
                start = scanner.cursor
                summary = running
            }
        }
    }
}
