internal import NacreFormat

/// Makes the segments of a backup that has the present objects of a store and no former states.
///
/// Each segment of the store becomes a compacted one with its live records only. One that an
/// earlier backup has made of the same segment is kept as long as the same records are live. The
/// active segment is a new one without commits.
///
/// All commits keep their numbers and digests. What differs are the objects that say what is kept:
/// horizons are at the newest commit, marks are left out, and consumers are dropped.
struct PresentState {
    let source: BackupSource
    /// The directory of the backup, with the lock held.
    let directory: any StoreDirectory
    /// The manifest of the earlier backup; nil if there is none.
    let former: Manifest?
    let environment: Environment

    private let version: Version
    /// The replacements of records: their bytes, or nil for those that are left out.
    private let replaced: [Position: [UInt8]?]
    private let staged: StagedSegments

    /// The distance of new segments' numbers from those of the store, which goes on to use the
    /// numbers after its own: a number must not mean two segments of one backup.
    private static let numberGap: UInt32 = 1 << 20

    /// - Parameter path: The path of the store for errors.
    init(
        _ source: BackupSource, path: String, in directory: any StoreDirectory,
        _ former: Manifest?, _ environment: Environment
    ) throws {
        (self.source, self.directory, self.former) = (source, directory, former)
        self.environment = environment
        staged = StagedSegments(directory)
        let slabs = NodeSlabs()
        let pool = NodePool(slabs: slabs)
        let files = SegmentFiles(directory: HeldFiles(source, path: path), isReadOnly: true)
        // Without the checkpoint, so that all records are checked.
        let loaded = try StoreLoader(files: files, pool: pool).load(source.manifest)
        version = loaded.version(
            stamp: pool.publish(),
            StoreContext(path: path, hashKey: loaded.manifest.hashKey, slabs: slabs))
        replaced = try Self.replaced(in: DatabaseSnapshot(version: version))
    }

    var commit: CommitNumber { version.commit }

    /// Makes the segments, synced, under the names of staged ones.
    /// - Parameter progress: Called with the number of bytes of the store that are done.
    func make(_ progress: (Int) throws -> Void) throws -> BackupContent {
        var content = BackupContent(source.manifest, last: commit)
        content.manifest.segments = []
        let earlier = earlierOutputs()
        let lines = try source.files.map { file in
            try file.line ?? file.file.map(file.length).read { try LogPrefix($0).line(file.number) }
        }
        // It tells the number, time and digest of the newest commit.
        let newest = lines.last { $0.lastCommit > .none }?.number
        var (next, done) = (try firstNumber(), 0)
        for (file, line) in zip(source.files, lines) {
            let live = version.usage[line.number]?.liveRecords ?? 0
            let others = replaced.filter { $0.key.segment == line.number }.values
            let leftOut = others.count { $0 == nil }
            if let known = earlier[Replaces.Source(segment: line.number, digest: line.digest)],
                known.records == live - leftOut, leftOut == others.count, line.number != newest
            {
                content.manifest.segments.append(raised(known.line))
                content.keptCount += 1
            } else if live > 0 || line.number == newest {
                let output = try output(file, line, next, isNewest: line.number == newest)
                if let output {
                    content.manifest.segments.append(raised(output))
                    content.staged.append(output.number)
                    content.copiedBytes += Int(output.length)
                    next = try Self.number(after: next, directory)
                }
            }
            done += file.length
            try progress(done)
        }
        try addActive(next, to: &content)
        return content
    }

    private func raised(_ line: Manifest.Segment) -> Manifest.Segment {
        var line = line
        line.purgedAsOf = commit
        return line
    }

    // MARK: Numbers

    private func firstNumber() throws -> SegmentNumber {
        let own = source.files.map(\.number.rawValue).max() ?? 0
        let (first, isOver) = own.addingReportingOverflow(Self.numberGap)
        let present = try directory.list().compactMap { name in
            FileName.segmentNumber(name)?.rawValue
        }
        let number = SegmentNumber(isOver ? own : first)
        guard let last = present.max(), last >= number.rawValue || isOver else { return number }
        return try Self.number(after: SegmentNumber(max(last, own)), directory)
    }

    private static func number(
        after number: SegmentNumber, _ directory: any StoreDirectory
    ) throws -> SegmentNumber {
        if let next = number.next { return next }
        throw StoreError(
            .limitReached, "The segment numbers of the backup are used up. Use another directory.",
            file: directory.path)
    }

    // MARK: Segments of earlier backups

    private struct Earlier {
        let line: Manifest.Segment
        let records: Int
    }

    /// Returns the sound compacted segments of the earlier backup that were each made of a single
    /// segment.
    private func earlierOutputs() -> [Replaces.Source: Earlier] {
        var outputs: [Replaces.Source: Earlier] = [:]
        for line in former?.segments ?? [] where line.ending == .compacted {
            guard let (source, seal) = try? ends(of: line), seal.digest == line.digest,
                seal.tombstones == 0
            else { continue }
            outputs[source] = Earlier(line: line, records: Int(seal.records))
        }
        return outputs
    }

    /// Returns the only segment that a compacted one was made of, and its seal; nil if it is none
    /// of ours.
    private func ends(of line: Manifest.Segment) throws -> (Replaces.Source, Seal)? {
        let bytes = try directory.open(FileName.segment(line.number), .reading)
            .map(Int(line.length))
        return try bytes.read { view in
            guard view.count == Int(line.length) else { return nil }
            let header = try SegmentHeader.decode(view)
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            var (sources, seal) = ([Replaces.Source](), Seal?.none)
            while case .frame(let frame) = scanner.next() {
                if frame.header.kind == .replaces { sources = try Replaces.decode(frame).sources }
                if frame.header.kind == .seal { seal = try Seal.decode(frame) }
            }
            guard let seal, let source = sources.first, sources.count == 1 else { return nil }
            return (source, seal)
        }
    }

    // MARK: New segments

    /// Makes a segment with the live records of another one.
    /// - Returns: The manifest's line; nil if it would be empty, except for the newest one.
    private func output(
        _ file: BackupSource.File, _ line: Manifest.Segment, _ number: SegmentNumber,
        isNewest: Bool
    ) throws -> Manifest.Segment? {
        let output = try CompactedSegment(
            SegmentHeader(
                number: number, storeID: source.manifest.storeID, salt: environment.random(),
                created: environment.now(), origin: .compacted, predecessor: nil,
                lastCommitBefore: .none),
            in: staged, replacing: [Replaces.Source(segment: line.number, digest: line.digest)],
            catalog: version.catalog)
        var (copied, found, newest) = (0, 0, Run?.none)
        try file.file.map(Int(line.length)).read { view in
            try SegmentRecords(view, line, catalog: version.catalog).forEach { item in
                switch item {
                case .frame: break
                case .commit(let run, _):
                    if run.commit >= newest?.commit ?? .none { newest = run }
                case .record(let record, let entity, let position, let run):
                    guard record.kind != .tombstone, entity < version.roots.count,
                        version.roots[entity].rows[record.row.rawValue] == position.rawValue
                    else { return }
                    found += 1
                    switch replaced[position] {
                    case nil: _ = try output.append(record, of: run)
                    case .some(nil): return
                    case .some(.some(let bytes)):
                        try bytes.withView { view throws(any Error) in
                            _ = try output.append(RecordView(trusted: view), of: run)
                        }
                    }
                    copied += 1
                }
            }
        }
        let live = version.usage[line.number]?.liveRecords ?? 0
        guard found == live else {
            throw StoreError(
                .corrupt, "Some objects were not found in the log. The backup was not changed.",
                file: file.file.path, cause: "\(live.counted("record")) expected, \(found) found")
        }
        if isNewest, let newest { try output.keepCommit(newest) }
        guard copied > 0 || isNewest else {
            try staged.remove(FileName.segment(number))
            return nil
        }
        try output.finish()
        return output.line(purgedAsOf: commit)
    }

    private func addActive(_ number: SegmentNumber, to content: inout BackupContent) throws {
        // As if the source's active segment had been compacted, too.
        let predecessor =
            content.manifest.segments.isEmpty
            ? nil
            : SegmentHeader.Predecessor(
                number: source.manifest.active, chain: 0,
                length: UInt64(SegmentHeaderFields.size))
        let header = SegmentHeader(
            number: number, storeID: source.manifest.storeID, salt: environment.random(),
            created: environment.now(), origin: .log, predecessor: predecessor,
            lastCommitBefore: commit)
        let active = try SegmentWriter(closed: header, version.catalog, in: staged)
        try active.sync(.backupSegment)
        content.manifest.active = number
        content.staged.append(number)
        content.copiedBytes += active.written
        content.activeCRC = try active.file.crc()
    }

    // MARK: Settings of the history

    /// Returns the records of settings that a store without former states has otherwise.
    private static func replaced(
        in snapshot: DatabaseSnapshot
    ) throws -> [Position: [UInt8]?] {
        var replaced: [Position: [UInt8]?] = [:]
        let newest = snapshot.commit
        func replace(_ entity: String, _ change: (inout [Value]) -> Bool) throws {
            guard let definition = snapshot.catalog[entity], let layout = definition.layout else {
                return
            }
            try snapshot.forEach(in: definition) { found in
                var values = try snapshot.values(of: found, schema: definition.schema)
                guard values.count == 7, change(&values) else { return true }
                let builder = RecordBuilder(layout)
                do throws(RecordBuilder.ValueError) { try builder.set(values) } catch {
                    // Another program has made the entity.
                    return true
                }
                let buffer = ByteBuffer()
                builder.append(row: found.row, externals: nil, to: buffer)
                replaced[found.position] = buffer.read(\.bytes)
                return true
            }
        }
        try replace(Format.historyEntity) { values in
            let horizon = Value.int(Int64(clamping: newest.rawValue))
            defer { values[5] = horizon }
            return !values[5].isIdentical(to: horizon)
        }
        try replace(Format.consumersEntity) { values in
            defer { values[3] = .bool(false) }
            return values[3] == .bool(true)
        }
        if let marks = snapshot.catalog[Format.marksEntity] {
            try snapshot.forEach(in: marks) { found in
                replaced[found.position] = .some(nil)
                return true
            }
        }
        return replaced
    }
}
