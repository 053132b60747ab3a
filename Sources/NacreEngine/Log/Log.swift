internal import NacreFormat

/// The writer's side of the log: the active segment, the manifest, and the steps between segments.
///
/// Invariants:
/// 1. The manifest on disk names every segment that holds a committed record, and the active one.
/// 2. No frame is written to a segment before a durable manifest names it.
final class Log {
    let directory: any StoreDirectory
    let environment: Environment
    @safe @exclusivity(unchecked) private(set) var manifest: Manifest
    @safe @exclusivity(unchecked) private(set) var active: SegmentWriter
    @safe @exclusivity(unchecked) private(set) var segments: SegmentSet
    let syncer: Syncer
    let reserve: DiskReserve
    /// Bytes of files behind their valid length, where a recovery has left some.
    private let excesses: [(number: SegmentNumber, bytes: Int)]
    /// Whether this writer has appended anything, so that closing owes a close frame.
    private var hasWritten = false
    /// A segment that was closed cleanly goes on with an open frame; what is written first brings
    /// it.
    private var needsOpenFrame: Bool

    /// More than this is never left unsynced, so that a recovery has little to write again.
    private static let unprovenSizeMax = 32 << 20

    /// - Parameter loaded: a store whose active segment is clean.
    /// Goes on with the log of a store.
    /// - Parameters:
    ///   - segments: all that the manifest names.
    ///   - header: of the active one.
    ///   - end: of the log, in the active one.
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

    /// Of all segments, in bytes.
    var size: Int { manifest.segments.reduce(active.cursor.offset) { $0 + Int($1.length) } }

    /// Everything before it is synced.
    var watermark: Position { syncer.synced }

    // MARK: Commits

    /// Begins the frames of a commit.
    /// - Parameter prelude: author and note.
    func beginCommit(
        _ number: CommitNumber, time: Int64, prelude: [UInt8]
    ) -> CommitWriter {
        openIfNeeded(CommitNumber(number.rawValue - 1), time: time)
        return CommitWriter(number, in: self, time: time, prelude: prelude)
    }

    /// Behind a close frame nothing but an open frame may stand.
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

    /// Writes what is in memory. The system tells an error once, and it may be that of an earlier
    /// write: when a write fails, no later sync proves anything of what was written before.
    func flush() throws(FileError) {
        do throws(FileError) { try active.flush() } catch {
            if !error.isBeforeWriting { syncer.fail(error) }
            throw error
        }
    }

    /// Syncs what was written if it has become much.
    func syncIfFarAhead() throws(FileError) {
        let synced = watermark
        let start = synced.segment == active.number ? synced.offset : 0
        guard active.written - start > Self.unprovenSizeMax else { return }
        try syncer.sync(
            active.file, through: Position(active.number, offset: active.written), .commit)
    }

    /// Takes the frames of a commit back.
    func abort(_ commit: CommitWriter) throws(FileError) {
        if try commit.abort() { hasWritten = true }
        refreshMapping()
    }

    /// The active file may have been extended: positions beyond its old end need the new mapping.
    private func refreshMapping() {
        guard segments[active.number] !== active.mapping else { return }
        segments = segments.adding(active.number, active.mapping)
    }

    /// The bytes at a position, also of the pending commit, in memory or in the file.
    func bytes(at position: Position) -> ByteView? {
        guard position.segment == active.number else { return segments.bytes(at: position) }
        if let pending = active.pendingBytes(at: position.offset) { return pending }
        let view = active.mapping.view
        return position.offset < view.count ? view[position.offset..<view.count] : nil
    }

    /// Behind everything that was written so far.
    var end: LogEnd { active.end }

    // MARK: Segments

    /// Publishes a manifest that names another checkpoint. Its commits must have been synced.
    /// - Parameter last: the newest commit.
    func name(checkpoint number: UInt32, last: CommitNumber) throws(FileError) {
        var next = manifest
        next.checkpoint = number
        do throws(FileError) { try publish(next, last: last) } catch {
            if error.isBeforeWriting { try? directory.remove(FileName.checkpoint(number)) }
            throw error
        }
    }

    /// Replaces the manifest. On a full disk it takes the place of the reserve, for without a few
    /// kilobytes the log cannot go on, and the store not become smaller.
    private func publish(_ manifest: Manifest, last: CommitNumber) throws(FileError) {
        var next = manifest
        next.generation &+= 1
        let manifests = ManifestStore(directory: directory)
        do throws(FileError) {
            try markSession(last)
            try manifests.publish(next)
        } catch let first {
            // A write to the log that failed in the middle has poisoned the store.
            guard first.reason == .diskFull, first.isBeforeWriting || hasWritten,
                reserve.release()
            else { throw first }
            // The first attempt may have given the manifest its name.
            if !first.isBeforeWriting { next.generation &+= 1 }
            do throws(FileError) {
                try markSession(last)
                try manifests.publish(next)
            } catch {
                // This one says nothing of what the first attempt has renamed.
                throw first.isBeforeWriting ? error : error.afterWriting
            }
        }
        self.manifest = next
    }

    /// Lets the log show that somebody writes to the store: if the process is killed before its
    /// manifest is durable, the log has no clean end, and whoever comes next makes sure of it.
    private func markSession(_ last: CommitNumber) throws(FileError) {
        guard !hasWritten else { return }
        openIfNeeded(last, time: environment.now())
        try flush()
        hasWritten = true
        refreshMapping()
    }

    /// The manifest's line for the active segment once it is no longer written.
    private func line(_ ending: Manifest.Ending, _ end: LogEnd) -> Manifest.Segment {
        let summary = end.summary
        return Manifest.Segment(
            number: active.number, ending: ending, length: UInt64(end.cursor.offset),
            firstCommit: summary.firstCommit, lastCommit: summary.lastCommit,
            purgedAsOf: CommitNumber(0), digest: summary.digest)
    }

    /// Whether the active segment is known to have another name.
    var isShared: Bool { syncer.isShared(active.number) }

    /// Seals the active segment and begins another one.
    /// - Parameter last: the newest commit.
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
            // Without room for the seal the segment goes on.
            if error.isBeforeWriting {
                _ = active.goBack(to: mark)
                try? directory.remove(FileName.segment(next.number))
            }
            throw error
        }
        // The seal may have made the file longer.
        refreshMapping()
        try syncer.sync(active.file, through: active.cursor.position, .seal)
        try active.trim()
        hasWritten = true
        try begin(next, behind: manifest.segments + [entry], last: last)
    }

    /// Begins another segment without writing to the active one, which has another name. What is
    /// in its file stays the log; what is in memory only is of no commit.
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

    /// Puts a compaction's outputs in the place of its victims, which are neighbours, and keeps
    /// what else it found out. The caller removes the victims' files.
    /// - Parameter last: the newest commit.
    func replace(
        _ victims: [SegmentNumber], by outputs: [Manifest.Segment],
        raising raised: [SegmentNumber: CommitNumber], last: CommitNumber
    ) throws(FileError) {
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

    /// Forgets the outputs of a compaction that was given up.
    func forget(_ outputs: [SegmentNumber]) { segments = segments.removing(outputs) }

    func addMapping(_ mapping: MappedBytes, of number: SegmentNumber) {
        segments = segments.adding(number, mapping)
    }

    /// A number that no segment of the store ever had.
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

    /// Makes the file of the next active segment, with room for what stands at its front. A full
    /// disk says so here, where the former segment can still go on.
    private func makeNext(
        behind predecessor: SegmentHeader.Predecessor, catalog: Catalog, last: CommitNumber
    ) throws(FileError) -> SegmentWriter {
        let header = SegmentHeader(
            number: try nextSegmentNumber(), storeID: manifest.storeID,
            salt: environment.random(), created: environment.now(), origin: .log,
            predecessor: predecessor, lastCommitBefore: last)
        do throws(FileError) {
            let next = try SegmentWriter(creating: header, in: directory)
            // Not written yet: they speak of a commit that may not be durable.
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
    private func begin(
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

    /// Takes the reserve's room again, where some has become free.
    func fillReserve() { reserve.fill(logSize: size) }

    /// Marks a clean end, so that the next writer may go on in the same segment.
    func close(last: CommitNumber) throws(FileError) {
        guard hasWritten else { return }
        try directory.checkLock()
        // Without a close frame the next writer begins another segment.
        guard try !active.file.hasOtherNames() else { return }
        active.append(
            FrameHeader(.close, commit: last, watermark: watermark, time: environment.now()))
        try flush()
        try active.trim()
        hasWritten = false
    }
}
