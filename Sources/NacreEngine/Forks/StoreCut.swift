internal import NacreFormat

/// Takes the commits after one out of the files of a store that is being made.
///
/// The commits of segments ascend, so the segments up to the one with the commit stay, except for
/// that one. A log segment is copied up to the commit. A compacted segment is written again without
/// later records: it still has the former ones that the state at the commit shows. The active
/// segment is a new one, with the present schemas.
struct StoreCut {
    let directory: any StoreDirectory
    /// The commit that becomes the newest one.
    let commit: CommitNumber
    let catalog: Catalog
    /// Records that are left out, too.
    let left: ErasedRecords
    let environment: Environment

    /// Takes the commits out.
    /// - Returns: The segments that keep their numbers but not their files.
    func run() throws -> Set<SegmentNumber> {
        let manifests = ManifestStore(directory: directory)
        guard case .manifest(var manifest) = try manifests.find() else {
            throw try manifests.absence()
        }
        let former = manifest
        manifest.segments = []
        var last = CommitNumber.none
        for line in former.segments + [try activeLine(of: former)] {
            // The records of one commit may be in several segments.
            guard line.firstCommit <= commit, last < commit || line.firstCommit == commit else {
                break
            }
            if line.ending == .cut, line.firstCommit == .none { continue }
            manifest.segments.append(try cut(line, former))
            last = max(last, line.lastCommit)
        }
        manifest.active = try makeActive(manifest, former)
        manifest.checkpoint = nil
        manifest.generation &+= 1
        try directory.sync(.newSegmentEntry)
        try manifests.publish(manifest, keepsFormer: false)
        try removeOthers(manifest)
        let whole = Set(former.segments.filter { $0.lastCommit <= commit }.map(\.number))
        return Set(manifest.segments.map(\.number)).subtracting(whole)
    }

    /// Returns the active segment's line once it is no longer written.
    private func activeLine(of manifest: Manifest) throws -> Manifest.Segment {
        let file = try directory.open(FileName.segment(manifest.active), .reading)
        return try file.map(file.size()).read { try LogPrefix($0).line(manifest.active) }
    }

    private func bytes(of line: Manifest.Segment) throws -> MappedBytes {
        try directory.open(FileName.segment(line.number), .reading).map(Int(line.length))
    }

    /// Makes a segment end with the commit, and returns its line.
    private func cut(
        _ line: Manifest.Segment, _ manifest: Manifest
    ) throws -> Manifest.Segment {
        var line = line
        let isWhole = line.lastCommit <= commit
        if left.segments.contains(line.number) || !isWhole && line.ending == .compacted {
            line = try rewrite(line, manifest)
        } else if !isWhole {
            let purged = line.purgedAsOf
            let bytes = try bytes(of: line)
            line = try bytes.read { view in
                let prefix = try LogPrefix(view, through: commit)
                let name = FileName.segment(line.number)
                // The former file may be shared with another store.
                try directory.remove(name)
                try directory.make(name, with: view[0..<prefix.end.offset])
                return prefix.line(line.number)
            }
            line.purgedAsOf = purged
        }
        // What was dead at a later commit need not be dead at this one.
        line.purgedAsOf = min(line.purgedAsOf, commit)
        return line
    }

    /// Writes a segment again without what is left out, and returns the line of the new one.
    private func rewrite(
        _ line: Manifest.Segment, _ manifest: Manifest
    ) throws -> Manifest.Segment {
        let output = try CompactedSegment(
            SegmentHeader(
                number: try Log.nextSegmentNumber(in: directory, manifest),
                storeID: manifest.storeID, salt: environment.random(),
                created: environment.now(), origin: .compacted, predecessor: nil,
                lastCommitBefore: .none),
            in: directory,
            replacing: [Replaces.Source(segment: line.number, digest: line.digest)],
            catalog: catalog)
        try bytes(of: line).read { view in
            try SegmentRecords(view, line, catalog: catalog).forEach { item in
                switch item {
                case .frame: break
                case .commit(let run, let prelude):
                    if run.commit <= commit { try output.keepCommit(run, prelude: prelude) }
                case .record(let record, _, let position, let run):
                    guard run.commit <= commit, !left.contains(position) else { return }
                    _ = try output.append(record, of: run)
                }
            }
        }
        try output.finish()
        return output.line(purgedAsOf: line.purgedAsOf)
    }

    /// Makes the segment that the next commits are appended to, closed cleanly.
    private func makeActive(
        _ manifest: Manifest, _ former: Manifest
    ) throws -> SegmentNumber {
        let header = SegmentHeader(
            number: try Log.nextSegmentNumber(in: directory, former), storeID: manifest.storeID,
            salt: environment.random(), created: environment.now(), origin: .log,
            predecessor: try predecessor(manifest, former), lastCommitBefore: commit)
        let active = try SegmentWriter(closed: header, catalog, in: directory)
        try active.sync(.newSegment)
        return active.number
    }

    /// Returns the place that the log continues from.
    private func predecessor(
        _ manifest: Manifest, _ former: Manifest
    ) throws -> SegmentHeader.Predecessor? {
        guard let line = manifest.segments.last else { return nil }
        guard line.ending != .compacted else {
            // As if this segment had been compacted, too.
            return SegmentHeader.Predecessor(
                number: former.active, chain: 0, length: UInt64(SegmentHeaderFields.size))
        }
        let chain = try bytes(of: line).read { view in
            let header = try SegmentHeader.decode(view)
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            while case .frame = scanner.next() {}
            return scanner.cursor.chain
        }
        return SegmentHeader.Predecessor(number: line.number, chain: chain, length: line.length)
    }

    /// Removes the files that the new manifest does not name.
    private func removeOthers(_ manifest: Manifest) throws {
        let named = Set(manifest.segments.map(\.number) + [manifest.active])
        for name in try directory.list() {
            let isOther = FileName.segmentNumber(name).map { !named.contains($0) }
            let isCache =
                FileName.checkpointNumber(name) != nil || FileName.runNumber(name) != nil
            if isOther ?? isCache { try directory.remove(name) }
        }
    }
}
