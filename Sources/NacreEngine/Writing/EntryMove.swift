/// What a change of an object changes in one tree. Refers to nothing that is counted: every object
/// that is written has some of them.
struct EntryMove {
    /// ``IndexDefinition/slot``.
    let slot: Int
    let isUnique: Bool
    /// The keys that the object had: none if there was no object.
    let old: EntryKeys
    /// The keys that it has: none if there is no object any more.
    let new: EntryKeys

    init(in index: IndexDefinition, old: EntryKeys, new: EntryKeys) {
        slot = index.slot
        isUnique = index.isUnique
        self.old = old
        self.new = new
    }
}
