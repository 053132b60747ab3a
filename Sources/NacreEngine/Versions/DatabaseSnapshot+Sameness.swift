package import NacreFormat

extension DatabaseSnapshot {
    /// Returns whether an entity has the very same records in another snapshot of the same store.
    /// Records that were copied elsewhere, as by a compaction, count as different.
    package func hasSameRecords(of entity: EntityNumber, as other: DatabaseSnapshot) -> Bool {
        let one = version.roots(of: entity).rows
        let two = other.version.roots(of: entity).rows
        // Both are pinned, so no node of one was freed and reused for the other.
        return one.root == two.root && one.height == two.height
    }
}
