package import NacreFormat

/// The number, time, author and note that a commit is to have: those of a commit that is copied
/// from another store.
package struct CommitStamp: Sendable, Hashable {
    package var number: CommitNumber
    /// The time, in microseconds since 1970.
    package var time: Int64
    /// The author; empty if there is none.
    package var author: String
    package var note: String
    /// Whether the commit leads to a state that is kept by itself. Commits right before it may be
    /// missing, so its number may be any above the last one.
    package var isState: Bool

    package init(
        number: CommitNumber, time: Int64, author: String = "", note: String = "",
        isState: Bool = false
    ) {
        self.number = number
        self.time = time
        self.author = author
        self.note = note
        self.isState = isState
    }
}
