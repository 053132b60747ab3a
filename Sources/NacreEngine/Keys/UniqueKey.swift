internal import NacreFormat

/// A key in the tree of a unique attribute of an entity.
package struct UniqueKey {
    let key: UInt64
    /// The slot, as in ``UniqueFinder``.
    let slot: Int
    let entity: EntityNumber

    init(_ key: UInt64, slot: Int, of entity: EntityNumber) {
        self.key = key
        self.slot = slot
        self.entity = entity
    }
}
