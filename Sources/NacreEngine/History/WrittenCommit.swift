/// A commit that was just written, with what holds its bytes and those of what it has replaced: to
/// be read when it is durable, whatever was committed since.
package struct WrittenCommit: Sendable {
    private let before: Snapshot
    private let after: Snapshot

    init(from before: Snapshot, to after: Snapshot) {
        self.before = before
        self.after = after
    }

    /// What it has changed.
    /// - Throws: `corrupt`, `io`.
    package func read() throws(StoreError) -> LoggedCommit? {
        var reader = try CommitReader(from: before, to: after)
        return try reader.next()
    }
}
