internal import NacreFormat

/// The writer's side of the log: the active segment, the manifest, and the transitions between
/// segments.
///
/// Invariants:
/// 1. The manifest on disk names every segment that holds a committed record, and the active one.
/// 2. No part of a commit is written to a segment before a durable manifest names the segment.
/// 3. A segment that the manifest names is mapped, and named once.
/// 4. A manifest that is written can be read again.
/// 5. The manifest lists the segments in log order: segments are replaced only by others that take
///    the same place.
final class Log: InvariantHolder {
    let directory: any StoreDirectory
    let environment: Environment
    @safe @exclusivity(unchecked) private(set) var manifest: Manifest
    @safe @exclusivity(unchecked) private(set) var active: SegmentWriter
    @safe @exclusivity(unchecked) private(set) var segments: SegmentSet
    let syncer: Syncer
    let reserve: DiskReserve
    /// The bytes after the valid length of files, left by a recovery.
    private let excesses: [(number: SegmentNumber, bytes: Int)]
    /// Whether this writer has appended anything, so that closing must append a close frame.
    private var hasWritten = false
    /// Whether an open frame must precede the next frame. It reopens a segment that was closed
    /// cleanly.
    private var needsOpenFrame: Bool

    /// The maximum number of unsynced bytes. It bounds the amount that a recovery rewrites.
    private static let unprovenSizeMax = 32 << 20

    /// Continues the log of a store whose active segment is clean.
    /// - Parameters:
    ///   - segments: All segments that the manifest names.
    ///   - header: The header of the active segment.
    ///   - end: The end of the log, in the active segment.
    init(
        _ manifest: Manifest, _ segments: SegmentSet, continuing header: SegmentHeader,
        at end: LogEnd, directory: any StoreDirectory, environment: Environment, syncer: Syncer,
        reserve: DiskReserve
    ) throws(FileError) {
        self.directory = directory
        self.syncer = syncer
        self.reserve = reserve
        self.environment = environment
        self.manifest = manifest
        self.segments = segments
        let file = try directory.open(FileName.segment(manifest.active), .writing)
        active = try SegmentWriter(
            continuing: header, file: file, cursor: end.cursor, summary: end.summary)
        needsOpenFrame = true
        excesses = manifest.segments.filter { $0.ending == .cut }.map { entry in
            let size = try? directory.open(FileName.segment(entry.number), .reading).size()
            return (entry.number, max(0, (size ?? 0) - Int(entry.length)))
        }
        fillReserve()
    }

    func excess(of segment: SegmentNumber) -> Int {
        excesses.first { $0.number == segment }?.bytes ?? 0
    }

    /// The size of all segments, in bytes.
    var size: Int { manifest.segments.reduce(active.cursor.offset) { $0 + Int($1.length) } }

    /// The end of the synced part of the log.
    var watermark: Position { syncer.synced }

    // MARK: Commits

    /// Begins the frames of a commit.
    /// - Parameter prelude: The author and note.
    func beginCommit(
        _ number: CommitNumber, time: Int64, prelude: [UInt8]
    ) -> CommitWriter {
        openIfNeeded(CommitNumber(number.rawValue - 1), time: time)
        return CommitWriter(number, in: self, time: time, prelude: prelude)
    }

    /// Appends an open frame if necessary. After a close frame, only an open frame may follow.
    private func openIfNeeded(_ last: CommitNumber, time: Int64) {
        guard needsOpenFrame else { return }
        var header = FrameHeader(.open, commit: last, watermark: watermark, time: time)
        header.salt = environment.random()
        active.append(header)
        needsOpenFrame = false
    }

    /// Writes the last part of a commit, without a sync.
    func finish(
        _ commit: CommitWriter, after digest: CommitDigest
    ) throws(FileError) -> CommitDigest {
        hasWritten = true
        let digest = try commit.finish(after: digest)
        refreshMapping()
        try syncIfFarAhead()
        return digest
    }

    /// Writes the bytes in memory. The system reports an error only once, and it may belong to an
    /// earlier write. So when a write fails, no later sync proves that earlier bytes are durable.
    func flush() throws(FileError) {
        do throws(FileError) { try active.flush() } catch {
            if !error.isBeforeWriting { syncer.fail(error) }
            throw error
        }
    }

    /// Syncs the log if many bytes are unsynced.
    func syncIfFarAhead() throws(FileError) {
        let synced = watermark
        let start = synced.segment == active.number ? synced.offset : 0
        guard active.written - start > Self.unprovenSizeMax else { return }
        try syncer.sync(
            active.file, through: Position(active.number, offset: active.written), .commit)
    }

    /// Takes back the frames of a commit.
    func abort(_ commit: CommitWriter) throws(FileError) {
        if try commit.abort() { hasWritten = true }
        refreshMapping()
    }

    /// Updates the mapping of the active segment. The file may have been extended: positions beyond
    /// its old end need the new mapping.
    private func refreshMapping() {
        guard segments[active.number] !== active.mapping else { return }
        segments = segments.adding(active.number, active.mapping)
    }

    /// Returns the bytes at a position, also of the pending commit, in memory or in the file.
    func bytes(at position: Position) -> ByteView? {
        guard position.segment == active.number else { return segments.bytes(at: position) }
        if let pending = active.pendingBytes(at: position.offset) { return pending }
        let view = active.mapping.view
        return position.offset < view.count ? view[position.offset..<view.count] : nil
    }

    /// The end of the log, after everything that was written so far.
    var end: LogEnd { active.end }

    // MARK: Segments

    /// Publishes a manifest that names another checkpoint. The checkpoint's commits must have been
    /// synced.
    /// - Parameter last: The newest commit.
    func name(checkpoint number: UInt32, last: CommitNumber) throws(FileError) {
        var next = manifest
        next.checkpoint = number
        do throws(FileError) { try publish(next, last: last) } catch {
            if error.isBeforeWriting { try? directory.remove(FileName.checkpoint(number)) }
            throw error
        }
    }

    /// Replaces the manifest. On a full disk it uses the space of the reserve: without a few
    /// kilobytes, the log cannot continue and the store cannot shrink.
    private func publish(_ manifest: Manifest, last: CommitNumber) throws(FileError) {
        var next = manifest
        next.generation &+= 1
        try BrokenInvariant.check(beforeWriting: directory.path) { () throws(BrokenInvariant) in
            try check(next)
        }
        let manifests = ManifestStore(directory: directory)
        do throws(FileError) {
            try markSession(last)
            try manifests.publish(next)
        } catch let first {
            // A write to the log that failed midway has poisoned the store.
            guard first.reason == .diskFull, first.isBeforeWriting || hasWritten,
                reserve.release()
            else { throw first }
            // The first attempt may have renamed the manifest to its final name.
            if !first.isBeforeWriting { next.generation &+= 1 }
            do throws(FileError) {
                try markSession(last)
                try manifests.publish(next)
            } catch {
                // This error does not cover a rename by the first attempt.
                throw first.isBeforeWriting ? error : error.afterWriting
            }
        }
        self.manifest = next
    }

    /// Records in the log that a writer is active. If the process is killed before its manifest is
    /// durable, the log has no clean end, and the next writer runs a recovery.
    private func markSession(_ last: CommitNumber) throws(FileError) {
        guard !hasWritten else { return }
        openIfNeeded(last, time: environment.now())
        try flush()
        hasWritten = true
        refreshMapping()
    }

    /// Returns the manifest's line for the active segment once it is no longer written.
    private func line(_ ending: Manifest.Ending, _ end: LogEnd) -> Manifest.Segment {
        let summary = end.summary
        return Manifest.Segment(
            number: active.number, ending: ending, length: UInt64(end.cursor.offset),
            firstCommit: summary.firstCommit, lastCommit: summary.lastCommit,
            purgedAsOf: CommitNumber(0), digest: summary.digest)
    }

    /// Whether the active segment is known to have another name (a hard link).
    var isShared: Bool { syncer.isShared(active.number) }

    /// Seals the active segment and begins another one.
    /// - Parameter last: The newest commit.
    func roll(catalog: Catalog, last: CommitNumber) throws(FileError) {
        if try active.file.hasOtherNames() {
            try leave(catalog: catalog, last: last)
            return
        }
        let time = environment.now()
        openIfNeeded(last, time: time)
        var header = FrameHeader(.seal, commit: last, watermark: watermark, time: time)
        header.count = 0
        let sealed = line(.sealed, LogEnd(cursor: active.cursor, summary: active.summary))
        let seal = active.summary.seal
        let mark = active.mark
        active.append(header) { seal.encode(into: $0) }
        var entry = sealed
        entry.length = UInt64(active.cursor.offset)
        let next: SegmentWriter
        do throws(FileError) {
            next = try makeNext(
                behind: SegmentHeader.Predecessor(
                    number: active.number, chain: active.cursor.chain, length: entry.length),
                catalog: catalog, last: last)
        } catch {
            _ = active.goBack(to: mark)
            throw error
        }
        do throws(FileError) { try flush() } catch {
            // If there is no room for the seal, the segment continues.
            if error.isBeforeWriting {
                _ = active.goBack(to: mark)
                try? directory.remove(FileName.segment(next.number))
            }
            throw error
        }
        // The seal may have extended the file.
        refreshMapping()
        try syncer.sync(active.file, through: active.cursor.position, .seal)
        try active.trim()
        hasWritten = true
        try begin(next, behind: manifest.segments + [entry], last: last)
    }

    /// Begins another segment without writing to the active one, which has another name. The bytes
    /// in its file remain part of the log; bytes that are only in memory belong to no commit.
    private func leave(catalog: Catalog, last: CommitNumber) throws(FileError) {
        let end = active.end
        let entry = line(.cut, end)
        let next = try makeNext(
            behind: SegmentHeader.Predecessor(
                number: active.number, chain: end.cursor.chain, length: entry.length),
            catalog: catalog, last: last)
        try syncer.sync(active.file, through: end.cursor.position, .seal)
        hasWritten = true
        try begin(next, behind: manifest.segments + [entry], last: last)
    }

    /// Replaces a compaction's victims, which are neighbors, by its outputs, and records the other
    /// results. The caller removes the victims' files.
    /// - Parameters:
    ///   - raised: The commits to raise `purgedAsOf` to, by segment.
    ///   - last: The newest commit.
    func replace(
        _ victims: [SegmentNumber], by outputs: [Manifest.Segment],
        raising raised: [SegmentNumber: CommitNumber], last: CommitNumber
    ) throws(FileError) {
        try BrokenInvariant.check(beforeWriting: directory.path) { () throws(BrokenInvariant) in
            try checkNeighbors(victims)
        }
        var next = manifest
        next.segments = []
        for var segment in manifest.segments {
            if segment.number == victims.first { next.segments += outputs }
            if victims.contains(segment.number) { continue }
            if let raise = raised[segment.number] {
                segment.purgedAsOf = max(segment.purgedAsOf, raise)
            }
            next.segments.append(segment)
        }
        try publish(next, last: last)
        segments = segments.removing(victims)
    }

    /// Removes the outputs of a compaction that was given up.
    func forget(_ outputs: [SegmentNumber]) { segments = segments.removing(outputs) }

    func addMapping(_ mapping: MappedBytes, of number: SegmentNumber) {
        segments = segments.adding(number, mapping)
    }

    /// Returns a number that no segment of the store has had.
    func nextSegmentNumber() throws(FileError) -> SegmentNumber {
        try Self.nextSegmentNumber(in: directory, manifest)
    }

    static func nextSegmentNumber(
        in directory: any StoreDirectory, _ manifest: Manifest
    ) throws(FileError) -> SegmentNumber {
        let known = manifest.segments.map(\.number) + [manifest.active]
        let present = try directory.list().compactMap(FileName.segmentNumber)
        guard let next = (known + present).max()?.next else {
            throw FileError(
                .other,
                "All segment numbers are used up. Dump the store and load it into a new one.",
                path: directory.path)
        }
        return next
    }

    /// Makes the file of the next active segment, with room for its first frames. A full disk is
    /// detected here, while the former segment can still continue.
    func makeNext(
        behind predecessor: SegmentHeader.Predecessor, catalog: Catalog, last: CommitNumber
    ) throws(FileError) -> SegmentWriter {
        var header = SegmentHeader(
            number: try nextSegmentNumber(), storeID: manifest.storeID,
            salt: environment.random(), created: environment.now(), origin: .log,
            predecessor: predecessor, lastCommitBefore: last)
        header.requiredToWrite = catalog.requiredToWrite
        do throws(FileError) {
            let next = try SegmentWriter(creating: header, in: directory)
            // Not written yet: these frames refer to a commit that may not be durable.
            next.appendDefinitions(
                catalog, commit: last, watermark: watermark, time: header.created)
            do throws(FileError) { try next.makeRoom() } catch {
                try? directory.remove(FileName.segment(header.number))
                throw error
            }
            return next
        } catch {
            throw error.reason == .diskFull ? error.beforeWriting : error
        }
    }

    /// Makes the next active segment durable, and then the manifest that names it.
    func begin(
        _ next: SegmentWriter, behind segments: [Manifest.Segment], last: CommitNumber
    ) throws(FileError) {
        do throws(FileError) {
            try next.flush()
            try next.sync(.newSegment)
            try directory.sync(.newSegmentEntry)
            var manifest = manifest
            manifest.segments = segments
            manifest.active = next.number
            try publish(manifest, last: last)
        } catch {
            // The former segment is sealed: nothing may follow there.
            throw error.afterWriting
        }
        active = next
        syncer.advance(to: next.cursor.position)
        refreshMapping()
        needsOpenFrame = false
        fillReserve()
    }

    /// Reallocates the reserve, if space has become free.
    func fillReserve() { reserve.fill(logSize: size) }

    /// Marks a clean end, so that the next writer may continue in the same segment.
    func close(last: CommitNumber) throws(FileError) {
        guard hasWritten else { return }
        try directory.checkLock()
        // Without a close frame, the next writer begins another segment.
        guard try !active.file.hasOtherNames() else { return }
        active.append(
            FrameHeader(.close, commit: last, watermark: watermark, time: environment.now()))
        try flush()
        try active.trim()
        hasWritten = false
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        func breakInvariant(_ number: Int) {
            switch number {
            case 1, 2: manifest.active = SegmentNumber(manifest.active.rawValue + 1)
            case 3: segments = segments.removing(manifest.segments.map(\.number))
            default: manifest.checkpoint = 0
            }
        }
    #endif
}
