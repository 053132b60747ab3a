public import Foundation
public import NacreEngine
internal import NacreFormat

/// A finished commit without its changes: see ``Store/history(author:touching:in:limit:)``. Pass
/// its number to ``Store/commit(_:)`` to read the changes.
public struct CommitInfo: Sendable, Hashable {
    /// The number of the commit.
    public let number: UInt64
    /// The date of the commit, by the clock of that machine. Dates may go back from one commit to
    /// the next.
    public let date: Date
    /// The author that was given to `performChanges`; nil if there was none.
    public let author: String?
    /// The note that was given to `performChanges`; nil if there was none.
    public let note: String?
    /// The place after the commit, for ``Store/commits(since:)`` and ``HistoryPoint/token(_:)``.
    public let token: CommitToken

    init(_ summary: CommitSummary) {
        number = summary.token.commitNumber
        date = Date(timeIntervalSince1970: Double(summary.time) / 1_000_000)
        author = summary.author.isEmpty ? nil : summary.author
        note = summary.note.isEmpty ? nil : summary.note
        token = summary.token
    }
}
