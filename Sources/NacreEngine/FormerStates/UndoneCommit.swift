package import NacreFormat

/// A commit that took back another one.
package struct UndoneCommit: Sendable, Hashable {
    package let commit: CommitNumber
    /// The commit that it took back. It is the same one if all undoing ends there.
    package let undone: CommitNumber

    package init(commit: CommitNumber, undone: CommitNumber) {
        self.commit = commit
        self.undone = undone
    }
}
