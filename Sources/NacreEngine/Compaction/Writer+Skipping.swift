internal import NacreFormat

/// Leaves out commit numbers, for a store that is a copy of another one.
extension Writer {
    /// Makes the number of a stamp the next one.
    /// - Throws: `invalidValue` if it cannot follow the newest commit.
    func prepare(for stamp: CommitStamp) throws(StoreError) {
        guard let next = lastCommit.next else {
            throw StoreError(.limitReached, "All commit numbers are used up.")
        }
        if stamp.number == next { return }
        guard stamp.isState, stamp.number > next else {
            throw StoreError(
                .invalidValue,
                "Commit \(stamp.number) cannot follow commit \(lastCommit): the next one is"
                    + " \(next).",
                file: context.path)
        }
        do throws(FileError) {
            try skip(through: CommitNumber(stamp.number.rawValue - 1), time: stamp.time)
        } catch {
            throw recordFailure(error)
        }
    }

    /// Leaves out the commits up to a number. Writes a compacted segment without records, as if a
    /// compaction had dropped everything that they wrote.
    private func skip(through last: CommitNumber, time: Int64) throws(FileError) {
        if log.active.hasCommit { try roll() }
        let former = log.active.number
        let run = Run(
            commit: last, time: time,
            digest: CommitDigest(records: CRC32C().value, after: lastDigest), length: 0,
            records: 0)
        let output = try CompactedSegment(
            SegmentHeader(
                number: try log.nextSegmentNumber(), storeID: log.manifest.storeID,
                salt: environment.random(), created: environment.now(), origin: .compacted,
                predecessor: nil, lastCommitBefore: .none),
            in: log.directory,
            replacing: [Replaces.Source(segment: former, digest: log.active.summary.digest)],
            catalog: catalog)
        try output.keepCommit(run)
        try output.finish()
        add(output.mapping, output.usage)
        try log.replaceEmptySegment(by: output, catalog: catalog, last: lastCommit, next: last)
        forget([former])
        add(log.active.mapping, SegmentUsage(log.active.number))
        try? log.directory.remove(FileName.segment(former))
        advance(to: last, time: time, digest: run.digest)
        _ = version()
    }
}

extension Log {
    /// Replaces the active segment, which has no commit, by a compacted one, and begins another.
    /// - Parameters:
    ///   - last: The newest commit so far.
    ///   - next: The newest commit of the compacted segment.
    fileprivate func replaceEmptySegment(
        by output: CompactedSegment, catalog: Catalog, last: CommitNumber, next: CommitNumber
    ) throws(FileError) {
        let end = active.cursor
        let segment = try makeNext(
            behind: SegmentHeader.Predecessor(
                number: active.number, chain: end.chain, length: UInt64(end.offset)),
            catalog: catalog, last: next)
        let line = output.line(purgedAsOf: .none)
        try begin(segment, behind: manifest.segments + [line], last: last)
    }
}
