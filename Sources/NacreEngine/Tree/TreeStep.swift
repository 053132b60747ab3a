/// One change of a tree: an entry that is to be in it from then on, or not to be.
struct TreeStep: TreeOrdered, Sendable {
    let entry: TreeEntry
    let isInsertion: Bool
}

extension [TreeStep] {
    /// Sorts by entry and keeps, of several steps of the same entry, the last one.
    mutating func settle() {
        guard count > 1 else { return }
        sortByEntry()
        var end = 0
        for index in indices {
            if end > 0, self[end - 1].entry == self[index].entry { end -= 1 }
            self[end] = self[index]
            end += 1
        }
        removeSubrange(end...)
    }
}
