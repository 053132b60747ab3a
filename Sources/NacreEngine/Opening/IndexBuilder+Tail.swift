internal import NacreFormat

/// The trees of a checkpoint, brought up to date with the rows that were replayed behind it.
extension IndexBuilder {
    /// - Parameters:
    ///   - checkpoint: whose rows are replaced already, but whose trees are not.
    ///   - rows: all that was replayed.
    mutating func update(
        _ checkpoint: LoadedCheckpoint, _ rows: ReplayedRows
    ) throws(StoreError) {
        for (index, roots) in checkpoint.roots.enumerated() { self.roots[index].ids = roots.ids }
        for definition in catalog.all {
            let number = definition.schema.number
            guard let old = checkpoint.catalog[number] else {
                try reading { try build(definition) }
                continue
            }
            let new = adoptTrees(of: definition, from: old, checkpoint)
            let late = leaveForLater(new, of: number)
            let touched = rows.touched(Int(number.rawValue))
            // Of this entity nothing came behind the checkpoint, as is so after a clean close.
            if new.isEmpty, touched.isEmpty { continue }
            let before = checkpoint.roots[Int(number.rawValue)].rows
            let known = EntityDefinition(
                schema: definition.schema, layout: definition.layout,
                indexes: definition.indexes.filter { index in
                    !new.contains { $0.slot == index.slot }
                })
            try reading {
                try update(known, before, touched)
                try build(new.filter { !late.contains($0.slot) }, definition)
            }
        }
    }

    /// Over many objects an index that the checkpoint lacks is built when the store is open, as it
    /// was when it was added: opening would otherwise take the longer the more there are. What is
    /// unique is asked by the first change, and does not wait.
    /// - Returns: the slots of those that wait.
    private mutating func leaveForLater(
        _ new: [IndexDefinition], of entity: EntityNumber
    ) -> Set<Int> {
        guard !new.isEmpty, roots(of: entity).ids.count > indexBuildMax else { return [] }
        isBeyondCheckpoint = true
        let late = Set(new.lazy.filter { !$0.isUnique }.map(\.slot))
        unbuilt.formUnion(late)
        return late
    }

    /// Takes the checkpoint's trees for the indexes that it has, and discards the others. An
    /// attribute whose values change with its schema is another one from then on, so that its
    /// index is another one, too: what else the schema says of one touches no key.
    /// - Returns: the indexes that it lacks.
    private mutating func adoptTrees(
        of definition: EntityDefinition, from old: EntityDefinition, _ checkpoint: LoadedCheckpoint
    ) -> [IndexDefinition] {
        for index in old.indexes {
            let tree = checkpoint.trees[index.slot]
            let same = definition.indexes.first { $0.identity == index.identity }
            if let same { trees[same.slot] = tree } else { discard(tree) }
        }
        return definition.indexes.filter { index in
            !old.indexes.contains { $0.identity == index.identity }
        }
    }

    private func discard(_ tree: Tree) {
        var tree = tree
        tree.removeAll(pool: pool)
    }
}
