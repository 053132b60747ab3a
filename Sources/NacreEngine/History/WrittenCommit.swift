/// A commit that was just written, with the snapshots that hold its bytes and those it replaced. It
/// can be read once it is durable, no matter what was committed since.
package struct WrittenCommit: Sendable {
    private let before: Snapshot
    private let after: Snapshot

    init(from before: Snapshot, to after: Snapshot) {
        self.before = before
        self.after = after
    }

    /// Reads the commit's changes.
    /// - Throws: `corrupt`, `io`.
    package func read() throws(StoreError) -> LoggedCommit? {
        var reader = try CommitReader(from: before, to: after)
        return try reader.next()
    }
}
