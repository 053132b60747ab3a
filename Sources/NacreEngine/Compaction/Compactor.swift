internal import NacreFormat

/// Copies every live record into new segments, unchanged and with its commit number, and puts them
/// in the place of all others. Offline: the writer does nothing else meanwhile.
struct Compactor {
    let writer: Writer
    let directory: any StoreDirectory

    /// An output is ended when it has this many bytes.
    private static let outputSizeMax = 4 << 30

    func run(_ progress: (Int, Int) -> Void) throws -> CompactionReport {
        let log = writer.log
        let roots = writer.roots
        let nodes = writer.pool.mark()
        let before = log.manifest.segments.reduce(log.active.cursor.offset) { $0 + Int($1.length) }
        var outputs: [CompactedSegment] = []
        let copied: Int
        do {
            copied = try copy(to: &outputs, progress)
        } catch {
            // Nothing depends on the outputs yet, so the store is as it was.
            restore(roots, nodes)
            for output in outputs { try? directory.remove(FileName.segment(output.number)) }
            if let error = error as? FileError { throw StoreError(error) }
            throw error
        }
        do throws(FileError) {
            try directory.sync(.newSegmentEntry)
            try log.replaceAll(
                by: outputs.map { $0.line(purgedAsOf: writer.lastCommit) },
                catalog: writer.catalog, last: writer.lastCommit)
        } catch {
            restore(roots, nodes)
            throw writer.recordFailure(error)
        }
        let after = outputs.reduce(log.active.cursor.offset) { $0 + $1.size }
        return CompactionReport(records: copied, sizeBefore: before, sizeAfter: after)
    }

    private func restore(_ roots: [EntityRoots], _ nodes: NodePool.Mark) {
        writer.roots = roots
        writer.pool.rollBack(to: nodes)
    }

    /// - Returns: how many records were copied.
    private func copy(
        to outputs: inout [CompactedSegment], _ progress: (Int, Int) -> Void
    ) throws -> Int {
        let total = writer.roots.reduce(0) { $0 + $1.ids.count }
        let sources = sources()
        var copied = 0
        try forEachRecord { record, entity, position, run in
            let row = record.row.rawValue
            guard record.kind != .tombstone,
                writer.roots[entity].rows[row] == position.rawValue
            else { return }
            if (outputs.last?.size ?? .max) > Self.outputSizeMax {
                try outputs.last?.finish()
                outputs.append(try newOutput(sources))
            }
            guard let output = outputs.last else { return }
            let moved = try output.append(record, of: run)
            writer.roots[entity].rows.set(row, to: moved.rawValue, pool: writer.pool)
            copied += 1
            if copied % 4096 == 0 { progress(copied, max(total, copied)) }
        }
        try checkAllCopied(copied)
        if outputs.isEmpty { outputs.append(try newOutput(sources)) }
        // Its number and digest must survive even if nothing of the newest commit is live.
        outputs.last?.keepCommit(
            Run(
                commit: writer.lastCommit, time: writer.lastTime, digest: writer.lastDigest,
                length: 0, records: 0))
        try outputs.last?.finish()
        progress(copied, copied)
        return copied
    }

    /// The last look before the only other copies are removed.
    private func checkAllCopied(_ copied: Int) throws(StoreError) {
        var live = 0
        for entity in writer.roots {
            entity.rows.forEach { _, _ in
                live += 1
                return true
            }
        }
        guard copied == live else {
            throw StoreError(
                .corrupt, "Some objects were not found in the log. Nothing was changed.",
                file: directory.path, cause: "\(live) are live, \(copied) were found")
        }
    }

    private func sources() -> [Replaces.Source] {
        let log = writer.log
        return log.manifest.segments.map {
            Replaces.Source(segment: $0.number, digest: $0.digest)
        } + [Replaces.Source(segment: log.active.number, digest: log.active.summary.digest)]
    }

    private func newOutput(_ sources: [Replaces.Source]) throws -> CompactedSegment {
        let log = writer.log
        let header = SegmentHeader(
            number: try log.nextSegmentNumber(), storeID: log.manifest.storeID,
            salt: writer.environment.random(), created: writer.environment.now(),
            origin: .compacted, predecessor: nil, lastCommitBefore: CommitNumber(0))
        return try CompactedSegment(
            header, in: directory, replacing: sources, catalog: writer.catalog)
    }

    /// Calls `body` with every committed record of the log in its order. Frames and records are all
    /// checked once more here, so that damage is neither copied nor passed over.
    private func forEachRecord(
        _ body: (RecordView, Int, Position, Run) throws -> Void
    ) throws {
        let log = writer.log
        let segments = log.manifest.segments.map { ($0.number, Int($0.length)) }
        for (number, length) in segments + [(log.active.number, log.active.written)] {
            let path = "\(directory.path)/\(FileName.segment(number))"
            guard let mapping = log.segments[number], length <= mapping.view.count else {
                throw StoreError(.corrupt, "A segment is not mapped as it should be.", file: path)
            }
            do {
                try mapping.read { view in
                    // The mapping may reach beyond the file, which was cut when the segment ended.
                    try SegmentRecords(view[0..<length], number: number, catalog: writer.catalog)
                        .forEach(body)
                }
            } catch let error as FormatError {
                throw StoreError(error, file: path)
            }
        }
    }
}
