internal import NacreFormat

/// Updates the trees of a checkpoint with the rows that were replayed after it.
extension IndexBuilder {
    /// Updates the trees.
    /// - Parameter checkpoint: The checkpoint. Its rows are replaced already, its trees are not.
    mutating func update(_ checkpoint: LoadedCheckpoint) throws(StoreError) {
        for (index, roots) in checkpoint.roots.enumerated() { self.roots[index].ids = roots.ids }
        var former = self
        for (index, roots) in checkpoint.roots.enumerated() { former.roots[index] = roots }
        for definition in catalog.all {
            let number = definition.schema.number
            guard let old = checkpoint.catalog[number] else {
                try reading { try build(definition) }
                continue
            }
            let new = adoptTrees(of: definition, from: old, checkpoint)
            let late = leaveForLater(new, of: number)
            // No records of this entity follow the checkpoint, as after a clean close.
            if new.isEmpty, former.rows(of: number) == rows(of: number) { continue }
            let known = definition.allIndexes.filter { index in
                !new.contains { $0.slot == index.slot }
            }
            try reading {
                try update(
                    known, of: definition, at: changedRows(of: number, from: former), from: former)
                try build(new.filter { !late.contains($0.slot) }, definition)
            }
        }
    }

    /// Leaves indexes over many objects that the checkpoint lacks for later, when the store is
    /// open. Building them now would make opening take longer the more objects there are. Unique
    /// indexes are not deferred, because the first change needs them.
    /// - Returns: The slots of the deferred indexes.
    private mutating func leaveForLater(
        _ new: [IndexDefinition], of entity: EntityNumber
    ) -> Set<Int> {
        guard !new.isEmpty, roots(of: entity).ids.count > indexBuildMax else { return [] }
        isBeyondCheckpoint = true
        let late = Set(new.lazy.filter { !$0.isUnique }.map(\.slot))
        unbuilt.formUnion(late)
        return late
    }

    /// Takes over the checkpoint's trees for indexes that still exist, and discards the others. An
    /// attribute whose values change with its schema is a different attribute from then on, so its
    /// index is a different one as well. No other change of the schema affects keys.
    /// - Returns: The indexes that the checkpoint lacks.
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
