internal import NacreFormat

/// The content of a checkpoint, rebuilt from the log alone.
struct ReplayedCheckpoint {
    private let catalog: Catalog
    /// The roots, by entity number.
    private let roots: [EntityRoots]
    /// The trees except those of ids, by ``IndexDefinition/slot``.
    private let trees: [Tree]
    /// The memory of the nodes.
    private let slabs: NodeSlabs

    init(_ catalog: Catalog, _ roots: [EntityRoots], _ trees: [Tree], _ slabs: NodeSlabs) {
        self.catalog = catalog
        self.roots = roots
        self.trees = trees
        self.slabs = slabs
    }

    /// Returns a block as it was written; nil if the log disagrees. The tops determine where blocks
    /// begin: a rebuilt tree may have other leaves.
    /// - Parameters:
    ///   - block: The damaged block, whose top is sound.
    ///   - rank: The number of entries in the blocks before it.
    func bytes(
        of block: PackedBlock, in section: CheckpointSection, rank: Int
    ) -> [UInt8]? {
        let buffer = ByteBuffer()
        var writer = PackedBlockWriter(to: buffer)
        if section.kind == .rows {
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
            let made = try? PackedBlocks(view, count: 1, of: section.kind.content, origin: 0)[0]
            guard isThere, let made, made.top.isAlike(block.top) else { return nil }
            return made.bytes.bytes
        }
    }

    /// Returns the entries of a tree; nil if the log has another number of them.
    func entries(of section: CheckpointSection) -> [TreeEntry]? {
        guard let tree = tree(of: section), tree.count == section.entries else { return nil }
        return tree.entries
    }

    private func roots(of section: CheckpointSection) -> EntityRoots? {
        let number = Int(section.entity.rawValue)
        return number < roots.count ? roots[number] : nil
    }

    private func tree(of section: CheckpointSection) -> Tree? {
        if section.kind == .ids { return roots(of: section)?.ids }
        return catalog.index(of: section).map { trees[$0.slot] }
    }
}
