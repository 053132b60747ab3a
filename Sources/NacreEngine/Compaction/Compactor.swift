internal import NacreFormat

/// Rewrites neighbouring segments that are no longer written. Copies live records, and tombstones
/// that still hide something, into new segments, which replace the old ones in the manifest.
/// Readers and the writer continue meanwhile.
///
/// A crash at any time leaves the state before or after: the outputs are unknown files until the
/// manifest names them, and from then on the victims are.
///
/// Invariants:
/// 1. The outputs hold one record for each row that is going to refer to them, and the former
///    versions that are kept.
struct Compactor: InvariantHolder {
    let access: any WriterAccess
    let directory: any StoreDirectory
    let victims: [Manifest.Segment]
    /// All other segments that are no longer written.
    let others: [Manifest.Segment]
    /// The version whose live records are kept. Its commit is durable: the record that supersedes
    /// another must survive a power cut, otherwise nothing would be left of the object. Its rows
    /// lead to the present places of the records: see ``Database/durableVersionOfManifest()``.
    let version: Version
    /// The former versions that are kept; nil if none are.
    let kept: KeptVersions?
    /// Records that are left out, whatever else holds. None of them is current.
    let erased: ErasedRecords?
    let environment: Environment
    let pace: Pace

    /// An output of this size, in bytes, is finished and a new one begun.
    static let outputSizeMax = 4 << 30
    /// The number of rows to move before the writer gets its turn.
    private static let movesAtOnce = 2048

    /// The result of walking over the victims.
    private struct Copy {
        var outputs: [CompactedSegment] = []
        var moves: [RowMove] = []
        /// The number of former versions that were copied.
        var formerCount = 0
        /// The newest commit in the victims.
        var newest: Run?
    }

    func run() throws -> CompactionReport {
        var copy = Copy()
        do {
            try self.copy(into: &copy)
            try directory.sync(.newSegmentEntry)
        } catch {
            // Nothing depends on the outputs yet, so the store is unchanged.
            remove(copy.outputs)
            if let error = error as? FileError { throw StoreError(error) }
            throw error
        }
        copy.moves.sort(by: RowMove.isBefore)
        do {
            try lead(into: copy)
            try publish(copy)
        } catch {
            // In a poisoned store everything stays: the manifest on disk may name the outputs.
            try? giveUp(copy)
            throw error
        }
        for victim in victims { try? directory.remove(FileName.segment(victim.number)) }
        return CompactionReport(
            records: copy.moves.count,
            sizeBefore: victims.reduce(0) { $0 + Int($1.length) },
            sizeAfter: copy.outputs.reduce(0) { $0 + $1.size },
            outputs: Dictionary(
                uniqueKeysWithValues: copy.outputs.map { ($0.number, $0.usage.records) }))
    }

    // MARK: Copying

    private func copy(into copy: inout Copy) throws {
        let horizon = PurgeHorizon(beside: others, clean: clean, at: purged)
        for victim in victims {
            let path = "\(directory.path)/\(FileName.segment(victim.number))"
            // A mapping of its own: the mappings of versions may reach beyond the end of the file,
            // which was cut.
            let mapping = try directory.open(FileName.segment(victim.number), .reading)
                .map(Int(victim.length))
            do {
                try mapping.read { view in
                    guard view.count == Int(victim.length) else {
                        throw StoreError(
                            .corrupt,
                            "The segment is shorter than the manifest says. Nothing was"
                                + " changed; restore it from a backup.", file: path)
                    }
                    try SegmentRecords(view, victim, catalog: version.catalog).forEach {
                        try add($0, to: &copy, horizon)
                    }
                }
            } catch let error as FormatError {
                throw StoreError(error, file: path)
            }
        }
        try checkAllCopied(copy.moves.count, former: copy.formerCount)
        if copy.outputs.isEmpty { copy.outputs.append(try newOutput()) }
        // The log after it continues from the newest commit, even if none of its records are live.
        if let newest = copy.newest { try copy.outputs.last?.keepCommit(newest) }
        try copy.outputs.last?.finish()
        let written = copy.outputs.reduce(0) { $0 + $1.usage.records }
        do throws(BrokenInvariant) {
            try Self.checkOutputs(written, copies: copy.moves.count + copy.formerCount)
        } catch {
            throw StoreError(error, file: directory.path)
        }
    }

    static func checkOutputs(_ written: Int, copies: Int) throws(BrokenInvariant) {
        try require(
            written == copies, 1, "\(copies) records were copied, the outputs have \(written)")
    }

    private func add(
        _ item: SegmentRecords.Item, to copy: inout Copy, _ horizon: PurgeHorizon
    ) throws {
        switch item {
        case .frame(let size): try pace.advance(size)
        case .commit(let run, let prelude):
            if run.commit >= copy.newest?.commit ?? run.commit { copy.newest = run }
            guard let kept, kept.keepsCommit(run.commit) else { return }
            try output(&copy).keepCommit(run, prelude: prelude)
        case .record(let record, let entity, let position, let run):
            if erased?.contains(position) == true { return }
            if !version.segments.isChecked(position.segment) { try check(record, at: position) }
            guard let bytes = erased?.emptied(position) else {
                return try add(record, entity, position, run, to: &copy, horizon)
            }
            try bytes.withView { view throws(any Error) in
                try add(RecordView(trusted: view), entity, position, run, to: &copy, horizon)
            }
        }
    }

    /// Copies a record if it is needed.
    /// - Parameters:
    ///   - record: The record, or the one that takes its place.
    ///   - position: The place of the record in its segment.
    private func add(
        _ record: RecordView, _ entity: Int, _ position: Position, _ run: Run,
        to copy: inout Copy, _ horizon: PurgeHorizon
    ) throws {
        let row = record.row.rawValue
        let live = entity < version.roots.count ? version.roots[entity].rows[row] : 0
        let number = EntityNumber(UInt16(truncatingIfNeeded: entity))
        if record.kind == .tombstone {
            // A row that holds an object again needs no tombstone: the newer commit takes
            // precedence. But former states in which the row had none need it.
            let isNeeded = live == 0 || kept?.keepsTombstones(of: number) == true
            guard isNeeded, !horizon.canDrop(tombstoneOf: run.commit) else { return }
            _ = try append(record, run, to: &copy)
        } else if live == position.rawValue {
            let moved = try append(record, run, to: &copy)
            copy.moves.append(
                RowMove(
                    from: position, to: moved, row: row,
                    entity: UInt16(truncatingIfNeeded: entity)))
        } else if let kept {
            guard kept.keeps(position, entity: number, of: run.commit) else { return }
            _ = try append(record, run, to: &copy)
            copy.formerCount += 1
        }
    }

    /// Checks a record as a replay does. With a checkpoint, the records of its segments are not
    /// replayed, and readers check them one by one. But readers trust the records of a new segment.
    private func check(_ record: RecordView, at position: Position) throws(FormatError) {
        let layout = version.catalog.layout(record.layout)
        guard layout == nil || record.kind != .externalValue,
            layout != nil || (record.layout == .externalValue && record.kind != .put)
        else {
            throw FormatError(
                .badValue, structure: "record", field: "layout", offset: position.offset,
                expected: "a layout for its kind", found: "\(record.layout)")
        }
        if let layout, record.kind == .put {
            try record.check(layout, origin: position.offset)
        } else {
            try record.checkWithoutLayout(origin: position.offset)
        }
    }

    private func append(
        _ record: RecordView, _ run: Run, to copy: inout Copy
    ) throws -> Position {
        try output(&copy).append(record, of: run)
    }

    /// Returns the output that the next record goes to.
    private func output(_ copy: inout Copy) throws -> CompactedSegment {
        if let last = copy.outputs.last, last.size <= Self.outputSizeMax { return last }
        try copy.outputs.last?.finish()
        let next = try newOutput()
        copy.outputs.append(next)
        return next
    }

    /// The newest commit at which no record is dead that the outputs hold.
    private var purged: CommitNumber {
        kept.map { min($0.purged, version.commit) } ?? version.commit
    }

    /// Checks that all live records and all former versions to keep were copied, before the only
    /// other copies are removed. Their numbers are counted in other ways than by the walk.
    private func checkAllCopied(_ copied: Int, former: Int) throws(StoreError) {
        let expected = victims.reduce(0) { sum, victim in
            sum + (kept?.count(in: victim.number, without: erased) ?? 0)
        }
        guard former == expected else {
            throw StoreError(
                .corrupt, "Some former states were not found in the log. Nothing was changed.",
                file: directory.path,
                cause: "\(expected.counted("record")) expected, \(former) found")
        }
        let live = victims.reduce(0) { $0 + (version.usage[$1.number]?.liveRecords ?? 0) }
        guard copied == live else {
            throw StoreError(
                .corrupt, "Some objects were not found in the log. Nothing was changed.",
                file: directory.path, cause: "\(live.counted("record")) expected, \(copied) found")
        }
    }

    /// Creates an output with the writer's lock held, so that no two segments get the same number.
    private func newOutput() throws -> CompactedSegment {
        try access.withWriter { writer in
            let header = SegmentHeader(
                number: try writer.log.nextSegmentNumber(),
                storeID: writer.log.manifest.storeID, salt: environment.random(),
                created: environment.now(), origin: .compacted, predecessor: nil,
                lastCommitBefore: CommitNumber(0))
            let sources = victims.map { Replaces.Source(segment: $0.number, digest: $0.digest) }
            return try CompactedSegment(
                header, in: directory, replacing: sources, catalog: version.catalog)
        }
    }

    // MARK: Publishing

    private func lead(into copy: Copy) throws {
        try access.withWriter { writer in
            try writer.checkSound()
            for output in copy.outputs { writer.add(output.mapping, output.usage) }
        }
        try move(copy.moves)
    }

    /// Points the rows back to the victims, which the manifest still names. Otherwise the head
    /// would depend on segments outside the store, and neither a compaction nor a checkpoint could
    /// follow.
    private func giveUp(_ copy: Copy) throws {
        try move(copy.moves.map(\.reversed))
        try access.withWriter { writer in
            try writer.checkSound()
            writer.forget(copy.outputs.map(\.number))
            writer.publishHead()
        }
        // Versions that lead into the outputs keep them mapped.
        remove(copy.outputs)
    }

    private func remove(_ outputs: [CompactedSegment]) {
        for output in outputs { try? directory.remove(FileName.segment(output.number)) }
    }

    private func move(_ moves: [RowMove]) throws {
        var rest = moves[...]
        while !rest.isEmpty {
            try access.withWriter { writer in
                try writer.checkSound()
                for move in rest.prefix(Self.movesAtOnce) { writer.move(move) }
                writer.publishHead()
                writer.reclaim()
                access.moveNodesWhenQuiet(writer)
            }
            rest = rest.dropFirst(Self.movesAtOnce)
        }
    }

    private func publish(_ copy: Copy) throws {
        try access.withWriter { writer in
            try writer.checkSound()
            let left = victims.first { (writer.usage[$0.number]?.liveRecords ?? 0) > 0 }
            if let left {
                throw StoreError(
                    .corrupt,
                    "A compaction did not find all objects of a segment. Nothing was"
                        + " removed.", file: directory.path, cause: "segment \(left.number)")
            }
            let raised = Dictionary(uniqueKeysWithValues: clean.map { ($0, purged) })
            do throws(FileError) {
                try writer.replace(
                    victims.map(\.number),
                    by: copy.outputs.map { $0.line(purgedAsOf: purged) }, raising: raised)
            } catch {
                throw writer.recordFailure(error)
            }
            writer.publishHead()
        }
    }

    /// The other segments without dead records. They count as purged without being rewritten.
    private var clean: Set<SegmentNumber> {
        Set(
            others.filter {
                $0.lastCommit <= version.commit && version.usage[$0.number]?.deadRecords == 0
            }.map(\.number))
    }
}
