public import Foundation
public import NacreEngine

/// A moment in the history of a store.
public struct HistoryPoint: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case commit(UInt64)
        case date(Date)
        case token(CommitToken)
        case mark(String)
    }

    let kind: Kind

    /// The state after a commit. 0 is the empty store before the first one.
    public static func commit(_ number: UInt64) -> HistoryPoint { Self(kind: .commit(number)) }

    /// The state after the newest commit whose ``Commit/date`` is not later than a date, in the
    /// order of the commits. If the clock was set back between commits, an earlier commit may have
    /// a later date; the newest one counts.
    public static func date(_ date: Date) -> HistoryPoint { Self(kind: .date(date)) }

    /// The state after the commit of a token.
    public static func token(_ token: CommitToken) -> HistoryPoint { Self(kind: .token(token)) }

    /// The state that ``WriteTransaction/mark(_:)`` has marked.
    public static func mark(_ name: String) -> HistoryPoint { Self(kind: .mark(name)) }
}
