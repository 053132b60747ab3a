internal import NacreFormat

/// An output segment of a compaction while it is being written. It consists of frames of runs; each
/// run holds the records of one commit that are still needed (Formats.md, "Compacted segments").
///
/// Invariants:
/// 1. Runs have ascending commits.
/// 2. The finished runs count exactly the records that were appended.
final class CompactedSegment: InvariantHolder {
    private let writer: SegmentWriter
    private var run: Run?
    /// The offset of the open run's header in the open frame's payload.
    private var runStart = 0
    private var tombstonesInRun = 0
    private var runsInFrame: UInt32 = 0
    /// The authors and notes of the runs in the open frame.
    private var preludes = Preludes()
    private var lastCommit = CommitNumber(0)
    /// The number of records and tombstones that were appended.
    private var appendedCount: UInt64 = 0
    /// The open frame's payload. It is copied into the frame when it is full.
    private let payload = ByteBuffer(capacity: Format.frameSizeNominal + 4096)

    init(
        _ header: SegmentHeader, in directory: any StoreDirectory,
        replacing sources: [Replaces.Source], catalog: Catalog
    ) throws(FileError) {
        writer = try SegmentWriter(creating: header, in: directory)
        let time = header.created
        writer.append(
            FrameHeader(.replaces, commit: lastCommit, watermark: .none, time: time)
        ) { Replaces(sources: sources).encode(into: $0) }
        writer.appendDefinitions(catalog, commit: lastCommit, watermark: .none, time: time)
    }

    var number: SegmentNumber { writer.number }
    /// The number of bytes written so far.
    var size: Int { writer.cursor.offset }
    /// The usage of the segment before any row leads into it.
    var usage: SegmentUsage {
        var usage = SegmentUsage(number)
        usage.length = size
        usage.records = Int(writer.summary.records)
        usage.tombstones = Int(writer.summary.tombstones)
        return usage
    }

    /// Returns the approximate size, in bytes, of a segment without records. It only influences
    /// choices.
    static func emptySize(_ catalog: Catalog) -> Int {
        let buffer = ByteBuffer(capacity: 1 << 10)
        var frames = 2
        for (definition, layouts) in catalog.allWithLayouts {
            definition.schema.encode(into: buffer)
            for layout in layouts { layout.encode(into: buffer) }
            frames += layouts.count + 1
        }
        return SegmentHeaderFields.size + SealFields.size + buffer.count
            + frames * (FrameHeaderFields.size + Format.alignment)
    }

    /// Copies a record.
    /// - Returns: The record's new position.
    func append(_ record: RecordView, of run: Run) throws(FileError) -> Position {
        if payload.count > 0,
            payload.count + record.bytes.count + RunFields.size > Format.frameSizeNominal
        {
            try endFrame()
        }
        if self.run?.commit != run.commit { try begin(run) }
        let offset =
            writer.cursor.offset + FrameHeaderFields.size + payload.count
        payload.append(record.bytes)
        payload.pad(to: Format.alignment)
        self.run?.records += 1
        appendedCount += 1
        if record.kind == .tombstone { tombstonesInRun += 1 }
        return Position(writer.number, offset: offset)
    }

    /// Ensures that the output has a run of the commit at its end, even an empty one.
    /// - Parameter prelude: The commit's author and note, encoded; empty if they are not kept.
    func keepCommit(_ run: Run, prelude: [UInt8] = []) throws(FileError) {
        guard lastCommit < run.commit else { return }
        if max(payload.count, preludes.size) > Format.frameSizeNominal { try endFrame() }
        try begin(run)
        if !prelude.isEmpty { preludes.add(prelude, of: run.commit) }
    }

    private func begin(_ run: Run) throws(FileError) {
        let last = lastCommit
        try BrokenInvariant.check(beforeWriting: writer.file.path) { () throws(BrokenInvariant) in
            try Self.require(run.commit >= last, 1, "commit \(run.commit) comes after \(last)")
        }
        endRun()
        self.run = run
        self.run?.records = 0
        runStart = payload.count
        payload.appendZeros(RunFields.size)
        lastCommit = max(lastCommit, run.commit)
    }

    private func endRun() {
        guard var run else { return }
        run.length = UInt32(payload.count - runStart - RunFields.size)
        payload.set(run.length, at: runStart + RunFields.length.offset)
        payload.set(run.records, at: runStart + RunFields.records.offset)
        payload.set(run.commit.rawValue, at: runStart + RunFields.commit.offset)
        payload.set(run.time, at: runStart + RunFields.time.offset)
        payload.set(run.digest.rawValue, at: runStart + RunFields.digest.offset)
        writer.count(
            commit: run.commit, records: Int(run.records) - tombstonesInRun,
            tombstones: tombstonesInRun)
        tombstonesInRun = 0
        runsInFrame += 1
        self.run = nil
    }

    private func endFrame() throws(FileError) {
        endRun()
        guard runsInFrame > 0 else { return }
        var header = FrameHeader(
            .compacted, commit: lastCommit, watermark: .none, time: writer.header.created)
        header.count = runsInFrame
        writer.append(header) { $0.append(payload.view) }
        // Behind the runs, whose places are known before the frame is written.
        if !preludes.isEmpty {
            writer.append(
                FrameHeader(
                    .preludes, commit: lastCommit, watermark: .none, time: writer.header.created)
            ) { preludes.encode(into: $0) }
            preludes.removeAll()
        }
        try writer.flush()
        payload.removeAll()
        runsInFrame = 0
    }

    /// Seals the segment and makes it durable.
    func finish() throws(FileError) {
        try endFrame()
        let seal = writer.summary.seal
        try BrokenInvariant.check(beforeWriting: writer.file.path) { () throws(BrokenInvariant) in
            let sealed = seal.records + seal.tombstones
            try Self.require(
                sealed == appendedCount, 2,
                "\(appendedCount) records were appended, the seal counts \(sealed)")
        }
        writer.append(
            FrameHeader(
                .seal, commit: lastCommit, watermark: .none, time: writer.header.created)
        ) { seal.encode(into: $0) }
        sealed = seal
        try writer.flush()
        try writer.trim()
        try writer.sync(.compactionOutput)
        mapping = try writer.file.map(size)
    }

    private var sealed: Seal?
    /// The mapping of the whole segment, once it is finished.
    private(set) lazy var mapping = writer.mapping

    /// Returns the manifest's line for the segment.
    func line(purgedAsOf commit: CommitNumber) -> Manifest.Segment {
        let seal = sealed ?? writer.summary.seal
        return Manifest.Segment(
            number: writer.number, ending: .compacted, length: UInt64(writer.cursor.offset),
            firstCommit: seal.firstCommit, lastCommit: seal.lastCommit, purgedAsOf: commit,
            digest: seal.digest)
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        func breakInvariant(_ number: Int) {
            switch number {
            case 1: lastCommit = CommitNumber(.max)
            default: appendedCount += 1
            }
        }
    #endif
}
