internal import NacreFormat

/// The part that all versions of an open store share, so that each version retains one object for
/// it: the store's path, the memory of the nodes, and the list of pinned versions.
@safe final class StoreContext: Sendable {
    /// The path of the store's directory.
    let path: String
    let idKey: IDKey
    let pins = VersionPins()
    let columns = ColumnStore()
    let searches = SearchBases()
    /// Whether the versions are those of a writer, which readers in its process share.
    private let isOfWriter: Bool
    /// The memory of the nodes, retained as long as any version exists.
    private let slabs: NodeSlabs
    /// The damage found in the checkpoint that nodes lie in; nil if there is no such checkpoint.
    let damage: Poison?
    // SAFETY: `damage`, which this object retains.
    private let ownDamage: Unmanaged<Poison>?

    /// The owner of the packed blocks that nodes lie above; nil if there are none.
    var packedLeafOwner: PackedLeafOwner? { slabs.packedLeafOwner }

    /// Whether damage was found in the checkpoint. Counts no references: readers check it for every
    /// object, and each count would take the cache line away from other threads.
    @inline(__always)
    var isDamaged: Bool { unsafe ownDamage?._withUnsafeGuaranteedRef { $0.hasError } ?? false }

    init(path: String, hashKey: HashKey, slabs: NodeSlabs, isOfWriter: Bool = false) {
        self.path = path
        self.isOfWriter = isOfWriter
        idKey = IDKey(hashKey)
        self.slabs = slabs
        damage = slabs.packedLeafOwner?.damage
        unsafe ownDamage = damage.map { unsafe .passUnretained($0) }
    }

    /// Forgets the full-text indexes, whose versions retain this object.
    /// - Parameter byWriter: Whether the owner of the versions is a writer. A reader leaves those
    ///   of a writer alone.
    func endSearches(byWriter: Bool) {
        if byWriter == isOfWriter { searches.end() }
    }
}
