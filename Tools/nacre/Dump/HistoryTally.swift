internal import NacreExchangeCore

/// The number of commits and objects that the load of a history has written.
package struct HistoryTally: Sendable, Equatable {
    package var commits = 0
    package var saved = 0
    package var deleted = 0

    /// Returns, for instance, "48 commits into copy.nacre (1,204 objects saved, 5 deleted) in 420
    /// ms".
    func sentence(into target: String, seconds: Double) -> String {
        let objects = ByteCount.counted(saved, "object")
        return "\(ByteCount.counted(commits, "commit")) into \(target) (\(objects) saved,"
            + " \(ByteCount.grouped(deleted)) deleted) in \(TimeText.text(.seconds(seconds)))"
    }
}
