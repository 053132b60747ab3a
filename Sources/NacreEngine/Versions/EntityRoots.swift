/// The indexes of one entity in one version: plain values, so that a version's roots are one flat
/// buffer and copying them is a memcpy.
package struct EntityRoots: Sendable, Equatable {
    /// From rows to the positions of their records.
    var rows = RowTable()
    /// From id keys to rows. Empty for the hidden entity of external values.
    var ids = Tree()
    /// No row at or above this was ever used.
    var rowsEnd: UInt32 = 0
}
