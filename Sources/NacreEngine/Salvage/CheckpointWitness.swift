internal import NacreFormat

/// The knowledge of a sound checkpoint in a damaged store: each object's row, the position of its
/// record, and the key of its id, which is the id itself if it is an integer. So an object can be
/// reported even if no segment has anything of it any more.
struct CheckpointWitness {
    private let checkpoint: LoadedCheckpoint
    /// The pool with the nodes of its row tables.
    private let pool: NodePool

    /// Loads the manifest's checkpoint.
    /// - Parameter rescues: The content found in the segments.
    /// - Returns: nil if there is no checkpoint, if it is damaged, or if a later compaction,
    ///   unknown to the manifest, may have dropped objects deleted since.
    init?(
        _ manifest: Manifest?, _ rescues: [SegmentRescue], in directory: any StoreDirectory
    ) {
        guard let manifest, let number = manifest.checkpoint else { return nil }
        var found = FoundCheckpoint()
        let pool = NodePool(slabs: NodeSlabs())
        do throws(StoreError) {
            checkpoint = try found.load(
                number, manifest, directory, pool, segmentsIn: nil
            ).0
            try checkpoint.blocks.checkAll()
        } catch {
            return nil
        }
        let covered = Set(checkpoint.info.covered.map(\.number))
        guard rescues.allSatisfy({ $0.replaced.isDisjoint(with: covered) }) else { return nil }
        self.pool = pool
    }

    /// Returns the objects in the checkpoint whose rows have no content.
    func lost(besides content: SalvagedContent) -> [SalvageReport.Item] {
        checkpoint.catalog.all.flatMap { lost($0.schema, besides: content) }
    }

    private func lost(
        _ schema: StoredSchema, besides content: SalvagedContent
    ) -> [SalvageReport.Item] {
        var seen: Set<UInt32> = []
        content.forEachRow(of: schema.number) { range in
            let newest = content.versions[range.lowerBound]
            // The row was reused: its object in the checkpoint came after this tombstone.
            let isOfFormer =
                newest.kind == .tombstone && newest.commit <= checkpoint.info.commit
            if !isOfFormer { seen.insert(newest.row.rawValue) }
        }
        let roots = checkpoint.roots[Int(schema.number.rawValue)]
        var positions: [UInt32: Position] = [:]
        roots.rows.forEach { row, word in
            if !seen.contains(row) { positions[row] = Position(word) }
            return true
        }
        guard !positions.isEmpty else { return [] }
        var items: [SalvageReport.Item] = []
        roots.ids.forEach { entry in
            if let position = positions[entry.row] {
                let id = IDKey.integer(of: entry.key, as: schema.idAttribute.type)
                items.append(
                    SalvageReport.Item(
                        entity: schema.name, id: id.flatMap(SalvageWriter.text),
                        file: FileName.segment(position.segment), offset: position.offset,
                        reason: "nothing of it can be read; only the checkpoint shows that it was"
                            + " there (row \(entry.row))"))
            }
            return true
        }
        return items
    }
}
