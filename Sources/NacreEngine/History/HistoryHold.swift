internal import NacreFormat

/// A hold of the commits after one place of the log, which ends with this object.
final class HistoryHold: Sendable {
    private let holds: HistoryHolds
    private let key: UInt64

    /// - Parameter commit: The last commit that is not needed.
    init(after commit: CommitNumber, in holds: HistoryHolds) {
        self.holds = holds
        key = holds.add(commit)
    }

    deinit { holds.remove(key) }
}
