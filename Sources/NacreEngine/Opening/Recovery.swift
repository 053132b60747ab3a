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
    let files: SegmentFiles
    let environment: Environment
    let loaded: LoadedStore
    /// The pool of the store's nodes.
    let pool: NodePool

    private var directory: any StoreDirectory { files.directory }

    /// Whether there is anything to do: after an unclean end, or if the active segment has another
    /// name, so that nothing may be written to it.
    var isNeeded: Bool { Self.isNeeded(loaded) }

    private static func isNeeded(_ loaded: LoadedStore) -> Bool {
        !loaded.endsCleanly || loaded.active.isShared
    }

    /// Whether a recovery, if needed, can rely on the frames of the active segment that a
    /// checkpoint made unnecessary to read: they are whole, and lead to where the checkpoint ends.
    static func canRely(on loaded: LoadedStore) -> Bool {
        let (active, end) = (loaded.active, loaded.active.scan.start)
        guard isNeeded(loaded), end.cursor.offset > SegmentHeaderFields.size else { return true }
        let view = active.mapping.view
        let header = FrameCursor(behind: active.header, in: view)
        var walk = CommitWalk(
            view,
            from: CommitBoundary(
                cursor: header, summary: SegmentSummary(),
                lastCommit: active.header.lastCommitBefore))
        while walk.offset < end.cursor.offset {
            guard (try? walk.next(before: end.cursor.offset)) != nil else { return false }
        }
        return walk.boundary?.isSame(as: end) ?? false
    }

    func report(rewritten: Int) -> RecoveryReport {
        let torn = loaded.active.tornBytes
        return RecoveryReport(
            lastCommit: loaded.lastCommit.rawValue, rewrittenCommits: rewritten, tornBytes: torn,
            tornFile: torn > 0 ? FileName.torn(loaded.manifest.active) : nil)
    }

    /// Copies the unproven tail to a new segment, syncs it, and publishes it.
    /// - Returns: The report, and the store with the copies in place of the originals. The rows of
    ///   the former one are not to be used any more.
    func run() throws(StoreError) -> (RecoveryReport, LoadedStore) {
        do {
            let tail = try UnprovenTail(loaded.active, view: loaded.active.mapping.view)
            try keepTornBytes()
            let number = try write(tail)
            let copy = try read(number, copyOf: tail)
            try directory.sync(.newSegmentEntry)
            let recovered = try publish(copy, of: tail)
            return (report(rewritten: tail.commitCount), recovered)
        } catch let error as FileError {
            throw StoreError(error)
        } catch let error as StoreError {
            throw error
        } catch let error as FormatError {
            throw StoreError(
                error, file: "\(directory.path)/\(FileName.segment(loaded.active.header.number))")
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

    /// Writes the new segment, and syncs it.
    private func write(_ tail: UnprovenTail) throws(FileError) -> SegmentNumber {
        let active = loaded.active
        let predecessor =
            tail.keepsSegment
            ? SegmentHeader.Predecessor(
                number: active.header.number, chain: tail.start.cursor.chain,
                length: UInt64(tail.start.cursor.offset))
            : active.header.predecessor
        var header = SegmentHeader(
            number: try Log.nextSegmentNumber(in: directory, loaded.manifest),
            storeID: active.header.storeID, salt: environment.random(),
            created: environment.now(), origin: .recovered, predecessor: predecessor,
            lastCommitBefore: tail.start.lastCommit)
        header.requiredToWrite = loaded.catalog.requiredToWrite
        let writer = try SegmentWriter(creating: header, in: directory)
        writer.appendDefinitions(
            loaded.catalog, commit: tail.start.lastCommit, watermark: .none, time: header.created)
        try copy(tail, to: writer)
        return header.number
    }

    private func copy(_ tail: UnprovenTail, to writer: SegmentWriter) throws(FileError) {
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

    /// Reads the new segment.
    private func read(
        _ number: SegmentNumber, copyOf tail: UnprovenTail
    ) throws -> LoadedStore {
        let file = try files.open(number)
        let mapping = try files.mapActive(file)
        let copy: RecoveredTail
        do throws(FormatError) {
            copy = try RecoveredTail(tail, in: mapping.view, of: loaded, pool)
        } catch {
            throw StoreError(error, file: files.path(number))
        }
        var store = loaded
        store.roots = copy.roots
        store.usage = copy.usage
        store.active = LoadedStore.ActiveSegment(
            copy.header, mapping, copy.scan, isShared: try files.isShared(file))
        store.segments = store.segments.adding(number, mapping)
        return store
    }

    /// Publishes a manifest with the new segment.
    /// - Parameter store: The store with the new segment, and the former one.
    private func publish(
        _ store: LoadedStore, of tail: UnprovenTail
    ) throws -> LoadedStore {
        var store = store
        let former = store.manifest.active
        store.manifest.generation &+= 1
        store.manifest.active = store.active.header.number
        if tail.keepsSegment {
            let length = UInt64(tail.start.cursor.offset)
            let summary = tail.start.summary
            store.manifest.segments.append(
                Manifest.Segment(
                    number: former, ending: .cut, length: length,
                    firstCommit: summary.firstCommit, lastCommit: summary.lastCommit,
                    purgedAsOf: CommitNumber(0), digest: summary.digest))
            store.segments = store.segments.adding(
                former, try files.map(try files.open(former), length: length))
        } else {
            store.segments = store.segments.removing([former])
        }
        #if NACRE_CHECKS
            precondition(
                store.usage.agrees(with: store.roots.map(\.rows), in: store.segments),
                "the usage of the recovered store does not match its rows")
        #endif
        try ManifestStore(directory: directory).publish(store.manifest)
        // The manifest is durable, so a former segment of which nothing is kept can be removed.
        if !tail.keepsSegment { try? directory.remove(FileName.segment(former)) }
        return store
    }
}

extension CommitBoundary {
    /// Returns whether two boundaries agree, except for the counts of records.
    fileprivate func isSame(as other: CommitBoundary) -> Bool {
        cursor == other.cursor && lastCommit == other.lastCommit
            && summary.digest == other.summary.digest
            && summary.firstCommit == other.summary.firstCommit
            && summary.lastCommit == other.summary.lastCommit
    }
}
