/// The indexes of one entity in one version. Plain values, so a version's roots are one flat buffer
/// that is copied with a memcpy.
package struct EntityRoots: Sendable, Equatable {
    /// The map from rows to the positions of their records.
    var rows = RowTable()
    /// The map from id keys to rows. Empty for the hidden entity of external values.
    var ids = Tree()
    /// The end of the used rows: no row at or above it was ever used.
    var rowsEnd: UInt32 = 0
}
