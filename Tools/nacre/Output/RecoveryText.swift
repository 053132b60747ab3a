internal import NacreEngine
internal import NacreExchangeCore

/// The text about a store whose last writer did not close it.
enum RecoveryText {
    /// Returns the text after opening for writing, which has repaired the end of the log.
    static func done(_ report: RecoveryReport) -> String {
        var parts = ["last whole commit \(report.lastCommit)"]
        if report.rewrittenCommits > 0 {
            parts.append("\(ByteCount.counted(report.rewrittenCommits, "commit")) rewritten")
        }
        if let file = report.tornFile {
            parts.append("\(ByteCount.counted(report.tornBytes, "torn byte")) kept in \(file)")
        }
        return "recovered: the last writer did not close the store; "
            + parts.joined(separator: ", ")
    }

    /// Returns the text after opening for reading, which leaves the end of the log as it is.
    static func found(_ report: RecoveryReport) -> String {
        let tail =
            report.tornBytes > 0
            ? "\(ByteCount.counted(report.tornBytes, "byte")) of an unfinished commit after it"
            : "nothing after it"
        return "the writer is at work or did not close the store; last whole commit"
            + " \(report.lastCommit), \(tail)"
    }
}
