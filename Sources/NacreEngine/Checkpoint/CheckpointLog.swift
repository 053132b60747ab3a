internal import NacreFormat

/// The part of the log that a checkpoint covers: whatever the checkpoint holds can be made anew
/// from it.
struct CheckpointLog: Sendable {
    /// The store as it was at the checkpoint's commit: the last segment that it covers is the one
    /// that was written to.
    private let manifest: Manifest
    private let files: SegmentFiles

    /// - Parameters:
    ///   - covered: what the checkpoint covers, in the order of the log.
    ///   - segments: their bytes, as far as they are covered.
    init?(
        _ covered: [CoveredSegment], of manifest: Manifest, _ segments: [MappedBytes],
        in directory: any StoreDirectory
    ) {
        guard let last = covered.last, segments.count == covered.count else { return nil }
        var former = manifest
        former.segments = Array(manifest.segments.prefix(covered.count - 1))
        // Later compactions may have purged what later commits had replaced.
        for place in former.segments.indices {
            former.segments[place].purgedAsOf = CommitNumber(0)
        }
        former.active = last.number
        former.checkpoint = nil
        self.manifest = former
        // A writer in another process may have removed them since.
        let held = zip(covered, segments).map { ($0.number, $1) }
        files = SegmentFiles(directory: directory, isReadOnly: true, held: held)
    }

    func replay() throws(StoreError) -> ReplayedCheckpoint {
        let slabs = NodeSlabs()
        let loader = StoreLoader(files: files, pool: NodePool(slabs: slabs), usesCheckpoint: false)
        return ReplayedCheckpoint(try loader.load(manifest), slabs)
    }
}

/// What a checkpoint holds, made from the log alone.
struct ReplayedCheckpoint {
    private let store: LoadedStore
    /// Of the nodes.
    private let slabs: NodeSlabs

    init(_ store: LoadedStore, _ slabs: NodeSlabs) {
        self.store = store
        self.slabs = slabs
    }

    /// A block as it was written; nil if the log says something else. Where blocks begin, the tops
    /// say: a tree that is built anew may have other leaves.
    /// - Parameters:
    ///   - block: the damaged one, whose top is sound.
    ///   - rank: how many entries the blocks before it have.
    func bytes(
        of block: PackedBlock, in section: CheckpointSection, rank: Int
    ) -> [UInt8]? {
        let buffer = ByteBuffer()
        var writer = PackedBlockWriter(to: buffer)
        let content: PackedBlocks.Content = section.kind == .rows ? .rows : .tree
        if content == .rows {
            guard let roots = roots(of: section) else { return nil }
            let first = block.top.baseRow
            _ = writer.append(rowsFrom: first) { roots.rows[first &+ UInt32($0)] }
        } else {
            guard let tree = tree(of: section), let first = tree.entry(at: rank) else { return nil }
            var entries: [TreeEntry] = []
            tree.forEach(from: first) { entry in
                entries.append(entry)
                return entries.count < block.count
            }
            guard entries.count == block.count else { return nil }
            writer.append(entries: entries.count) { (entries[$0].key, entries[$0].row) }
        }
        let isThere = writer.count == 1
        writer.appendTops()
        return buffer.read { view in
            guard isThere, let made = try? PackedBlocks(view, count: 1, of: content, origin: 0)[0],
                made.top.isAlike(block.top)
            else { return nil }
            return made.bytes.bytes
        }
    }

    private func roots(of section: CheckpointSection) -> EntityRoots? {
        let number = Int(section.entity.rawValue)
        return number < store.roots.count ? store.roots[number] : nil
    }

    private func tree(of section: CheckpointSection) -> Tree? {
        if section.kind == .ids { return roots(of: section)?.ids }
        let found = store.catalog[section.entity]?.treeSections.first { kind, number, _ in
            kind == section.kind && number == section.number
        }
        return found.map { store.trees[$0.index.slot] }
    }
}
