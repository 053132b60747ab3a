internal import NacreEngine
internal import NacreFormat

/// Checks the commit numbers that commands take.
enum CommitRange {
    /// - Throws: `historyGone` if the commit no longer exists, or does not exist yet.
    static func check(
        _ commit: CommitNumber, in history: History, _ store: String
    ) throws(StoreError) {
        guard commit <= history.horizon || commit > history.end else { return }
        let kept =
            history.horizon < history.end
            ? "those from \(history.horizon.rawValue + 1) to \(history.end) are"
            : "no commits are"
        throw StoreError(
            .historyGone,
            "Commit \(commit) does not exist or is not kept by itself: \(kept).", file: store)
    }
}
