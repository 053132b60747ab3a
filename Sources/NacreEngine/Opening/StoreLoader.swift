internal import NacreFormat

/// Reads a store: manifest, checkpoint, segments, replay, trees.
struct StoreLoader {
    let files: SegmentFiles
    let pool: NodePool
    /// Whether to begin with the checkpoint, if there is one. Without it, everything is read from
    /// the log, with the same result.
    var usesCheckpoint = true
    /// If an entity has more objects than this, indexes that the checkpoint lacks are built later.
    var indexBuildMax = Int.max

    private var directory: any StoreDirectory { files.directory }

    func load(_ manifest: Manifest) throws(StoreError) -> LoadedStore {
        guard usesCheckpoint, let number = manifest.checkpoint else {
            return try load(manifest, behind: nil)
        }
        var found = FoundCheckpoint()
        let mark = pool.mark()
        do throws(StoreError) {
            let (checkpoint, covered) = try found.load(
                number, manifest, directory, pool, segmentsIn: files)
            let loaded = try load(manifest, behind: checkpoint, covered)
            // If the log cannot replace a damaged block, loading fails here and the whole log is
            // read.
            try checkpoint.blocks.damage.check()
            pool.keep(mark)
            return loaded
        } catch {
            // The checkpoint is a cache. Whatever is wrong with it, the log has everything.
            pool.rollBack(to: mark)
            pool.use(nil)
            found.problem = error.cause ?? error.message
        }
        let loaded = try load(manifest, behind: nil, [], found)
        if let file = found.file { try check(loaded.lastCommit, reaches: file.header.commit) }
        return loaded
    }

    /// Reads everything from the log and ignores the checkpoint's content. Its header is read even
    /// so, because it may show that the log was longer.
    func loadLog(_ manifest: Manifest) throws(StoreError) -> LoadedStore {
        let loaded = try load(manifest, behind: nil)
        guard let number = manifest.checkpoint else { return loaded }
        let commit: CommitNumber
        do throws(StoreError) {
            commit = try CheckpointFile(number, in: directory, storeID: manifest.storeID)
                .header.commit
        } catch {
            return loaded
        }
        try check(loaded.lastCommit, reaches: commit)
        return loaded
    }

    /// Checks that the log reaches a commit that a manifest depends on: the log is synced up to it
    /// before the manifest is written.
    private func check(
        _ last: CommitNumber, reaches commit: CommitNumber
    ) throws(StoreError) {
        guard commit > last else { return }
        throw StoreError(
            .corrupt,
            "The log ends before commit \(commit), which had been synced. Nothing was changed;"
                + " restore the store from a backup. (A drive that acknowledges syncs without doing"
                + " them causes this too.)",
            file: directory.path, cause: "expected commits up to \(commit), found \(last)",
            expected: "commits up to \(commit)", found: "up to \(last)")
    }

    /// Loads the store.
    /// - Parameters:
    ///   - checkpoint: The checkpoint to begin with; nil for none.
    ///   - whole: The segments that it covers entirely.
    ///   - found: The checkpoint that was not used.
    private func load(
        _ manifest: Manifest, behind checkpoint: LoadedCheckpoint?, _ whole: [MappedBytes] = [],
        _ found: FoundCheckpoint = FoundCheckpoint()
    ) throws(StoreError) -> LoadedStore {
        let replay = Replay(pool: pool, behind: checkpoint)
        // From here on the inner nodes of the checkpoint are copied before they change.
        let mark = pool.mark()
        var mappings: [MappedSegment] = []
        var ends = SegmentEnds(manifest)
        for (entry, mapping) in zip(manifest.segments, whole) {
            mappings.append(MappedSegment(entry.number, mapping))
            replay.skip(entry.number, mapping)
        }
        for entry in manifest.segments.dropFirst(whole.count) {
            let mapping = try files.map(try files.open(entry.number), length: entry.length)
            mappings.append(MappedSegment(entry.number, mapping))
            let (_, scan) = try self.replay(
                mapping, entry.number, manifest, ends, replay, behind: checkpoint)
            try check(entry, scan)
            ends.last = scan.cursor
        }
        let file = try files.open(manifest.active)
        let (mapping, isShared) = (try files.mapActive(file), try files.isShared(file))
        let (header, scan) = try self.replay(
            mapping, manifest.active, manifest, ends, replay, behind: checkpoint)
        try checkTail(scan, manifest.active)
        // Records that a compaction has dropped are in none of the segments.
        if let purged = manifest.segments.lazy.map(\.purgedAsOf).max() {
            try check(replay.lastCommit, reaches: purged)
        }
        let catalog = try checked(replay.catalog)
        // Committed bytes are never cut off, so this much can be mapped safely.
        let active =
            files.isReadOnly
            ? try files.map(file, length: UInt64(scan.committed.offset)) : mapping
        mappings.append(MappedSegment(manifest.active, active))
        let segments = Self.segments(mappings, replay, checkpoint)
        var builder = IndexBuilder(
            catalog: catalog, segments: segments, path: directory.path,
            idKey: IDKey(manifest.hashKey), pool: pool, rows: replay.roots,
            indexBuildMax: indexBuildMax)
        var freeRows: [FreeRows] = []
        if let checkpoint {
            try builder.update(checkpoint)
            freeRows = self.freeRows(checkpoint, replay)
        } else {
            try builder.build()
        }
        #if NACRE_CHECKS
            // The writer's checks would stop the process if a forged checkpoint is wrong.
            let tables = builder.roots.map(\.rows)
            guard checkpoint == nil || replay.usage.agrees(with: tables, in: segments) else {
                throw StoreError(
                    .corrupt, "The checkpoint's usage of segments does not match its rows.")
            }
        #endif
        pool.keep(mark)
        return LoadedStore(
            manifest: manifest, segments: segments, catalog: catalog,
            roots: builder.roots, trees: builder.trees, unbuilt: builder.unbuilt,
            usage: replay.usage, lastCommit: replay.lastCommit, lastTime: replay.lastTime,
            lastDigest: replay.lastDigest, active: .init(header, mapping, scan, isShared: isShared),
            checkpointInfo: checkpoint?.info ?? found.info, checkpointProblem: found.problem,
            checkpointBlocks: checkpoint?.blocks, checkpointSearches: checkpoint?.searches,
            isBeyondCheckpoint: builder.isBeyondCheckpoint, freeRows: freeRows)
    }

    private static func segments(
        _ mappings: [MappedSegment], _ replay: Replay, _ checkpoint: LoadedCheckpoint?
    ) -> SegmentSet {
        let covered = checkpoint?.info.covered.map(\.number) ?? []
        if covered.isEmpty { return SegmentSet(mappings, unchecked: [], checkedRows: nil) }
        let bytes = mappings.lazy.filter { covered.contains($0.number) }
            .reduce(0) { $0 + $1.bytes.view.count }
        return SegmentSet(
            mappings, unchecked: covered,
            checkedRows: CheckedRows(ends: replay.roots.map(\.rowsEnd), rowsMax: bytes))
    }

    private func freeRows(_ checkpoint: LoadedCheckpoint, _ replay: Replay) -> [FreeRows] {
        var all = checkpoint.freeRows
        for entity in all.indices {
            let rows = replay.roots[entity].rows
            for row in replay.rows.touched(entity) { all[entity].add(row, isFree: rows[row] == 0) }
        }
        return all
    }

    /// Checks that a segment agrees with the manifest and its predecessor, and replays the part of
    /// it that the checkpoint does not cover.
    private func replay(
        _ mapping: MappedBytes, _ number: SegmentNumber, _ manifest: Manifest,
        _ ends: SegmentEnds, _ replay: Replay, behind checkpoint: LoadedCheckpoint?
    ) throws(StoreError) -> (SegmentHeader, SegmentScan) {
        do throws(FormatError) {
            let view = mapping.view
            let header = try SegmentHeader.decode(view)
            try header.check(number, in: manifest)
            if let checkpoint, checkpoint.end.cursor.segment == number {
                let last = try checkpoint.lastFrame(in: view, header)
                let scan = try replay.replay(
                    mapping, header: header, behind: checkpoint, last)
                return (header, scan)
            }
            if let predecessor = header.predecessor { try ends.check(predecessor) }
            return (header, try replay.replay(mapping, header: header))
        } catch {
            throw StoreError(error, file: files.path(number))
        }
    }

    /// Checks that a segment that is no longer written ends as the manifest says.
    private func check(
        _ entry: Manifest.Segment, _ scan: SegmentScan
    ) throws(StoreError) {
        func bad(_ expected: String, _ found: String) -> StoreError {
            StoreError(
                FormatError(
                    .badValue, structure: "segment", field: "end", offset: scan.cursor.offset,
                    expected: expected, found: found),
                file: files.path(entry.number))
        }
        if case .invalid(let error) = scan.end {
            throw StoreError(error, file: files.path(entry.number))
        }
        guard scan.cursor.offset == Int(entry.length) else {
            throw bad("frames up to \(entry.length)", "up to \(scan.cursor.offset)")
        }
        guard scan.summary.digest == entry.digest else {
            throw bad("digest \(entry.digest.hex)", scan.summary.digest.hex)
        }
        guard scan.isSealed == (entry.ending != .cut) else {
            throw bad("a seal, unless the segment is cut", scan.isSealed ? "one" : "none")
        }
        let (first, last) = (scan.summary.firstCommit, scan.summary.lastCommit)
        guard first == entry.firstCommit, last == entry.lastCommit else {
            throw bad("commits \(entry.firstCommit)...\(entry.lastCommit)", "\(first)...\(last)")
        }
    }

    /// Checks that the schemas and layouts fit each other; both are written in one commit. Records
    /// of older layouts must have a value for each attribute that is not nullable.
    private func checked(_ catalog: Catalog) throws(StoreError) -> Catalog {
        if let definition = catalog.all.first(where: { !$0.isWhole }) {
            throw contradiction(
                "attributes of entity \(definition.schema.number) should be those of its newest"
                    + " layout, found others")
        }
        if let (layout, attribute) = catalog.layoutWithoutValue {
            throw contradiction(
                "'\(attribute.name)' of entity \(layout.entity) should be required in all layouts,"
                    + " or have a default, found neither in layout \(layout.id)")
        }
        return catalog
    }

    private func contradiction(_ cause: String) -> StoreError {
        StoreError(
            .corrupt,
            "The store's schema contradicts itself. Nothing was changed; restore it from a backup.",
            file: directory.path, cause: "schema: " + cause)
    }
}
