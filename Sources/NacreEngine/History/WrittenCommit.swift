/// A commit that was just written, with the snapshots that hold its bytes and those it replaced. It
/// can be read once it is durable, no matter what was committed since.
package struct WrittenCommit: Sendable {
    private let before: DatabaseSnapshot
    private let after: DatabaseSnapshot

    init(from before: DatabaseSnapshot, to after: DatabaseSnapshot) {
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
