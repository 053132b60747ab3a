internal import NacreFormat

/// What a sound checkpoint of a damaged store knows: each object's row, where its record stands,
/// and the key of its id, which is the id itself if that is an integer. So an object can be named
/// of which no segment shows anything any more.
struct CheckpointWitness {
    private let checkpoint: LoadedCheckpoint
    /// Has the nodes of its row tables.
    private let pool: NodePool

    /// - Parameter rescues: what the segments show.
    /// - Returns: nil if there is none, or it is damaged, or a compaction has come behind it that
    ///   the manifest does not know, and that may have left out what was deleted since.
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

    /// The objects of whose rows nothing was found.
    func lost(besides content: SalvagedContent) -> [SalvageReport.Item] {
        checkpoint.catalog.all.flatMap { lost($0.schema, besides: content) }
    }

    private func lost(
        _ schema: EntitySchema, besides content: SalvagedContent
    ) -> [SalvageReport.Item] {
        var seen: Set<UInt32> = []
        content.forEachRow(of: schema.number) { range in
            let newest = content.versions[range.lowerBound]
            // Whoever has the row in the checkpoint came after that.
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
                        reason: "nothing of it can be read; the checkpoint knows that it was there"
                            + " (row \(entry.row))"))
            }
            return true
        }
        return items
    }
}
