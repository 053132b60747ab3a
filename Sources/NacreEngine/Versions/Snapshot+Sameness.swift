package import NacreFormat

extension Snapshot {
    /// Whether an entity has the very same records in another snapshot of the same store. Copying
    /// them elsewhere, as compaction does, counts as a difference.
    package func hasSameRecords(of entity: EntityNumber, as other: Snapshot) -> Bool {
        let one = version.roots(of: entity).rows
        let two = other.version.roots(of: entity).rows
        // Both are pinned: no node of theirs has made room for another one.
        return one.root == two.root && one.height == two.height
    }
}
