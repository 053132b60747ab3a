internal import NacreFormat

/// A writer of a version's catalog, rows and trees to a file, in a form that can be searched in
/// place. Holds no lock: a version never changes.
///
/// Invariants:
/// 1. The leaves of a tree have as many entries as the tree counts.
/// 2. An entity has as many rows with records as ids.
struct CheckpointWriter: InvariantHolder {
    let version: Version
    let covered: [CoveredSegment]
    let keyProbe: UInt64
    let searches: [CheckpointSearch]
    private let output: CheckpointOutput

    init(
        _ version: Version, covered: [CoveredSegment], keyProbe: UInt64,
        searches: [CheckpointSearch], file: any StoreFile
    ) {
        self.version = version
        self.covered = covered
        self.keyProbe = keyProbe
        self.searches = searches
        let trees = version.catalog.all.reduce(0) { $0 + $1.indexes.count }
        // Catalog, segments, and rows of external values (3); rows and ids of each entity; indexes;
        // searches.
        let sections = 3 + version.catalog.all.count * 2 + trees + searches.count
        output = CheckpointOutput(file, start: CheckpointHeader.sectionsOffset(count: sections))
    }

    /// Writes the file.
    /// - Returns: The size of the file, in bytes.
    func run() throws(FileError) -> Int {
        try writeCatalog()
        output.begin(.segments)
        for segment in covered { segment.encode(into: output.buffer) }
        try output.end(entries: covered.count)
        try writeRows(.externalValue)
        for definition in version.catalog.all {
            let entity = definition.schema.number
            try writeRows(entity)
            try write(version.roots[Int(entity.rawValue)].ids, .ids, entity)
            for (place, index) in definition.indexes.enumerated() {
                let (kind, number) = definition.treeSection(of: place)
                try write(version.trees[index.slot], kind, entity, number: number)
            }
        }
        for search in searches {
            output.begin(.search, search.entity, number: search.number)
            for run in search.runs { run.encode(into: output.buffer) }
            try output.end(entries: search.runs.count)
        }
        let size = output.offset
        let header = CheckpointHeader(
            sectionCount: output.sections.count, commit: version.commit, time: version.time,
            digest: version.digest, end: version.logEnd.cursor,
            summary: version.logEnd.summary.seal, keyProbe: keyProbe, fileLength: size)
        let bytes = header.encoded(output.sections)
        try bytes.read { view throws(FileError) in try output.file.write(view, at: 0) }
        try output.file.sync(.checkpoint)
        return size
    }

    private func writeCatalog() throws(FileError) {
        output.begin(.catalog)
        var count = 0
        for (definition, layouts) in version.catalog.allWithLayouts {
            CatalogItems.append(definition.schema, to: output.buffer)
            for layout in layouts { CatalogItems.append(layout, to: output.buffer) }
            count += 1 + layouts.count
        }
        try output.end(entries: count)
    }

    private func writeRows(_ entity: EntityNumber) throws(FileError) {
        let roots = version.roots[Int(entity.rawValue)]
        output.begin(.rows, entity, number: roots.rowsEnd)
        var blocks = PackedBlockWriter(to: output.buffer)
        var entries = 0
        try roots.rows.forEachLeaf { first, leaf, _ throws(FileError) in
            entries += blocks.append(rowsFrom: first) { leaf.word($0) }
            try output.flushIfFull()
            return true
        }
        try check(
            2, entity == .externalValue || entries == roots.ids.count,
            "entity \(entity) has \(entries) rows, and \(roots.ids.count) ids")
        try output.end(blocks, entries: entries)
    }

    private func write(
        _ tree: Tree, _ kind: CheckpointSectionKind, _ entity: EntityNumber, number: UInt32 = 0
    ) throws(FileError) {
        output.begin(kind, entity, number: number)
        var blocks = PackedBlockWriter(to: output.buffer)
        var entries = 0
        try tree.forEachLeaf { leaf throws(FileError) in
            blocks.append(leaf)
            entries += leaf.count
            try output.flushIfFull()
        }
        try check(
            1, entries == tree.count, "a tree counts \(tree.count) entries, and has \(entries)")
        try output.end(blocks, entries: tree.count)
    }

    /// Checks an invariant before the checkpoint is named. A damaged checkpoint that the store was
    /// opened with is none of this code's faults.
    private func check(
        _ number: Int, _ holds: Bool, _ finding: @autoclosure () -> String
    ) throws(FileError) {
        guard !holds, !version.context.isDamaged else { return }
        let broken = BrokenInvariant(type: "\(Self.self)", number: number, finding: finding())
        try BrokenInvariant.check(beforeWriting: output.file.path) { () throws(BrokenInvariant) in
            throw broken
        }
    }
}

extension PackedBlockWriter {
    /// Appends a leaf of a tree.
    mutating func append(_ leaf: Node) {
        if let block = leaf.packed, block.isIntact {
            // The block has not changed since the last checkpoint.
            append(block)
        } else {
            append(entries: leaf.count) { index in
                let entry = leaf.entry(index)
                return (entry.key, entry.row)
            }
        }
    }
}

extension EntityDefinition {
    /// Returns the kind and number that identify the section of an index's tree in a checkpoint's
    /// directory.
    /// - Parameter place: The position of the index in ``indexes``.
    func treeSection(of place: Int) -> (kind: CheckpointSectionKind, number: UInt32) {
        place < uniques.count
            ? (.unique, uniques[place].attribute.id.rawValue)
            : (.index, UInt32(place - uniques.count))
    }
}

extension Catalog {
    /// Returns the index whose tree a section holds; nil if it holds something else.
    func index(of section: CheckpointSection) -> IndexDefinition? {
        guard let definition = self[section.entity] else { return nil }
        let place = definition.indexes.indices.first {
            definition.treeSection(of: $0) == (section.kind, section.number)
        }
        return place.map { definition.indexes[$0] }
    }
}
