/// The effect of an object's change on one tree. Holds counted references only for indexes of
/// elements (``EntryKeys/several(_:)``), because every written object has some of these.
struct EntryMove {
    /// The ``IndexDefinition/slot`` of the tree.
    let slot: Int
    let isUnique: Bool
    /// The former keys of the object; none if there was no object.
    let old: EntryKeys
    /// The new keys of the object; none if there is no object any more.
    let new: EntryKeys
    /// Whether another object has the values of a unique index, too. They are compared again when
    /// the change ends.
    let isShared: Bool

    init(in index: IndexDefinition, old: EntryKeys, new: EntryKeys, isShared: Bool = false) {
        slot = index.slot
        isUnique = index.isUnique
        self.old = old
        self.new = new
        self.isShared = isShared
    }
}
