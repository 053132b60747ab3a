extension NodePool {
    /// Returns a pool whose trees and row tables share the nodes of a version, which it copies
    /// before it changes them. The version and the pool's own memory must outlive what it makes.
    /// - Parameters:
    ///   - stamp: The version's stamp.
    ///   - owner: The owner of the packed blocks below the version's nodes.
    static func beside(
        versionWith stamp: UInt64, over owner: PackedLeafOwner?, in slabs: NodeSlabs
    ) -> NodePool {
        slabs.keep(owner)
        return NodePool(Origin(slabs: slabs, stamp: stamp + 1, ownStamp: stamp + 1))
    }
}
