/// The commits between two states of the store, which remain in the log until they are read.
package struct CommitStretch: Sendable {
    private var reader: CommitReader
    private let hold: HistoryHold?

    /// - Parameter hold: Keeps the commits in the log; nil if both states do.
    init(
        from base: DatabaseSnapshot, to head: DatabaseSnapshot, _ hold: HistoryHold?
    ) throws(StoreError) {
        reader = try CommitReader(from: base, to: head)
        self.hold = hold
    }

    /// Returns the next commit; nil after the last one.
    /// - Throws: `historyGone`, `corrupt`.
    package mutating func next() throws(StoreError) -> LoggedCommit? { try reader.next() }
}
