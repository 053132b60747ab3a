internal import NacreFormat

/// What all versions of an open store have in common, so that each of them counts one reference for
/// it: where the store is, the memory that nodes stand in, and who holds which version.
@safe final class StoreContext: Sendable {
    /// Of the store's directory.
    let path: String
    let idKey: IDKey
    let pins = VersionPins()
    let columns = ColumnStore()
    /// Kept as long as a version has nodes in them.
    private let slabs: NodeSlabs
    /// Of the checkpoint that nodes stand in, if any do.
    let damage: Poison?
    // SAFETY: that one, which is held.
    private let ownDamage: Unmanaged<Poison>?

    /// Whether something that was read of it is wrong. Counts no references: readers look at it for
    /// every object, and a writer that counted would take the line away from them each time.
    @inline(__always)
    var isDamaged: Bool { unsafe ownDamage?._withUnsafeGuaranteedRef { $0.hasError } ?? false }

    init(path: String, hashKey: HashKey, slabs: NodeSlabs) {
        self.path = path
        idKey = IDKey(hashKey)
        self.slabs = slabs
        damage = slabs.packedLeafOwner?.damage
        unsafe ownDamage = damage.map { unsafe .passUnretained($0) }
    }
}
