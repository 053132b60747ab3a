/// What a change of an object changes in one tree.
struct EntryMove {
    let index: IndexDefinition
    /// The keys that the object had: none if there was no object.
    let old: EntryKeys
    /// The keys that it has: none if there is no object any more.
    let new: EntryKeys
}
