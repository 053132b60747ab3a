/// One change of a tree: the insertion or removal of an entry.
package struct TreeStep: TreeOrdered, Sendable {
    let entry: TreeEntry
    let isInsertion: Bool

    package init(entry: TreeEntry, isInsertion: Bool) {
        self.entry = entry
        self.isInsertion = isInsertion
    }
}

extension [TreeStep] {
    /// Sorts by entry and keeps only the last step of each entry.
    package mutating func settle() {
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
