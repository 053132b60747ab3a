/// The numbers of the commits that a dump with history must have.
struct CommitSequence {
    struct Item {
        let commit: UInt64
        /// Whether commits before it may be missing.
        let isState: Bool
    }

    private var states: ArraySlice<UInt64>
    private var last: UInt64
    private let newest: UInt64

    init(_ history: DumpedHistory) {
        states = history.states[...]
        last = history.states.last ?? 0
        newest = history.newest
    }

    /// Returns the next number; nil after the newest commit.
    mutating func next() -> Item? {
        if let state = states.popFirst() { return Item(commit: state, isState: true) }
        guard last < newest else { return nil }
        last += 1
        return Item(commit: last, isState: false)
    }
}
