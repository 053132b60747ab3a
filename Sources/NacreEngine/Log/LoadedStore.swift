internal import NacreFormat

/// A store read from its files: nothing is written here.
struct LoadedStore {
    let manifest: Manifest
    let segments: SegmentSet
    let catalog: Catalog
    let roots: [EntityRoots]
    let trees: [Tree]
    let usage: StoreUsage
    let lastCommit: CommitNumber
    let lastTime: Int64
    let lastDigest: CommitDigest
    let active: ActiveSegment

    /// The segment that commits are appended to, and how it ends.
    struct ActiveSegment {
        let header: SegmentHeader
        let mapping: MappedBytes
        let scan: SegmentScan

        /// Bytes behind the last whole commit that are not zero: a torn tail.
        var tornBytes: Int {
            let view = mapping.view
            return view[scan.committed.offset..<view.count].countWithoutTrailingZeros
        }
    }
}

/// Reads a store: manifest, segments, replay, trees.
struct StoreLoader {
    let directory: any StoreDirectory
    let pool: NodePool
    /// Whether a writer in another process may be at work on the store.
    let isReadOnly: Bool

    func load(_ manifest: Manifest) throws(StoreError) -> LoadedStore {
        let replay = Replay(pool: pool)
        var mappings: [SegmentNumber: MappedBytes] = [:]
        var ends = SegmentEnds(manifest)
        for entry in manifest.segments {
            let file = try open(entry.number)
            let mapping = try map(file, length: entry.length)
            mappings[entry.number] = mapping
            let (_, scan) = try self.replay(mapping, entry.number, manifest, ends, replay)
            try check(entry, scan)
            ends.last = scan.cursor
        }
        let file = try open(manifest.active)
        let mapping = try mapActive(file)
        let (header, scan) = try self.replay(mapping, manifest.active, manifest, ends, replay)
        try checkTail(scan, manifest.active)
        try check(replay.catalog)
        // What is committed is never cut off again, so that much can be mapped in any case.
        mappings[manifest.active] =
            isReadOnly ? try map(file, length: UInt64(scan.committed.offset)) : mapping
        let segments = SegmentSet(mappings)
        var builder = IndexBuilder(
            catalog: replay.catalog, segments: segments, directory: directory,
            idKey: IDKey(manifest.hashKey), pool: pool, rows: replay.roots)
        try builder.build()
        return LoadedStore(
            manifest: manifest, segments: segments, catalog: replay.catalog,
            roots: builder.roots, trees: builder.trees, usage: replay.usage,
            lastCommit: replay.lastCommit, lastTime: replay.lastTime, lastDigest: replay.lastDigest,
            active: LoadedStore.ActiveSegment(header: header, mapping: mapping, scan: scan))
    }

    private func path(_ number: SegmentNumber) -> String {
        "\(directory.path)/\(FileName.segment(number))"
    }

    private func open(_ number: SegmentNumber) throws(StoreError) -> any StoreFile {
        do { return try directory.open(FileName.segment(number), .reading) } catch {
            guard error.reason == .notFound else { throw StoreError(error) }
            throw StoreError(
                .corrupt,
                "A segment that the manifest names is missing. Nothing was changed; restore it from"
                    + " a backup.",
                file: path(number))
        }
    }

    /// The whole of the active segment. Its writer may cut the zeros off its end at any time, and
    /// reading a mapping of them would then kill the process: whoever is not the writer copies.
    private func mapActive(_ file: any StoreFile) throws(StoreError) -> MappedBytes {
        do {
            let size = min(try file.size(), Format.segmentSizeMax)
            return isReadOnly ? try file.copy(size) : try file.map(size)
        } catch {
            throw StoreError(error)
        }
    }

    private func map(_ file: any StoreFile, length: UInt64) throws(StoreError) -> MappedBytes {
        let size: Int
        do { size = try file.size() } catch { throw StoreError(error) }
        guard let length = Int(exactly: length), size >= length else {
            throw StoreError(
                .corrupt,
                "The segment is shorter than the manifest says. Nothing was changed; restore it"
                    + " from a backup.",
                file: file.path, offset: size, cause: "expected \(length) bytes, found \(size)",
                expected: "\(length) bytes", found: "\(size) bytes")
        }
        do { return try file.map(length) } catch { throw StoreError(error) }
    }

    /// Checks that a segment is what the manifest says and follows on its predecessor, and replays
    /// it.
    private func replay(
        _ mapping: MappedBytes, _ number: SegmentNumber, _ manifest: Manifest,
        _ ends: SegmentEnds, _ replay: Replay
    ) throws(StoreError) -> (SegmentHeader, SegmentScan) {
        do throws(FormatError) {
            let header = try SegmentHeader.decode(mapping.view)
            try header.check(number, in: manifest)
            if let predecessor = header.predecessor { try ends.check(predecessor) }
            return (header, try replay.replay(mapping, header: header))
        } catch {
            throw StoreError(error, file: path(number))
        }
    }

    /// A segment that is no longer written must end where and as the manifest says.
    private func check(
        _ entry: Manifest.Segment, _ scan: SegmentScan
    ) throws(StoreError) {
        func bad(_ expected: String, _ found: String) -> StoreError {
            StoreError(
                FormatError(
                    .badValue, structure: "segment", field: "end", offset: scan.cursor.offset,
                    expected: expected, found: found),
                file: path(entry.number))
        }
        if case .invalid(let error) = scan.end { throw StoreError(error, file: path(entry.number)) }
        guard scan.cursor.offset == Int(entry.length) else {
            throw bad("frames up to \(entry.length)", "up to \(scan.cursor.offset)")
        }
        guard scan.summary.digest == entry.digest else {
            throw bad("digest \(entry.digest.hex)", scan.summary.digest.hex)
        }
        guard scan.isSealed == (entry.ending != .cut) else {
            throw bad("a seal unless it is cut", scan.isSealed ? "one" : "none")
        }
        let (first, last) = (scan.summary.firstCommit, scan.summary.lastCommit)
        guard first == entry.firstCommit, last == entry.lastCommit else {
            throw bad("commits \(entry.firstCommit)...\(entry.lastCommit)", "\(first)...\(last)")
        }
    }

    /// A schema and its layout come in one commit, so that behind it one fits the other.
    private func check(_ catalog: Catalog) throws(StoreError) {
        guard let definition = catalog.all.first(where: { !$0.isWhole }) else { return }
        let number = definition.schema.number
        throw StoreError(
            .corrupt,
            "The store's schema contradicts itself. Nothing was changed; restore it from a backup.",
            file: directory.path,
            cause: "schema: attributes of entity \(number) should be those of its newest layout,"
                + " found others")
    }

    /// Bad bytes at the end of the active segment are a torn tail, unless a frame behind them says
    /// that they had been synced: then they are damage, and nothing may be cut.
    private func checkTail(_ scan: SegmentScan, _ number: SegmentNumber) throws(StoreError) {
        guard case .invalid(let error) = scan.end else { return }
        let place = scan.cursor.position
        let synced = max(scan.watermark, scan.watermarkAhead ?? .none)
        guard synced > place else { return }
        throw StoreError(
            .corrupt,
            "Bytes that had been synced are damaged, so commits after \(scan.summary.lastCommit)"
                + " cannot be read. Nothing was changed; restore the file from a backup. (A drive"
                + " that acknowledges syncs without doing them causes this too.)",
            file: path(number), offset: error.offset, cause: error.description)
    }
}
