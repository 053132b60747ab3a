internal import NacreFormat

/// The state of the log after the segments checked so far. The next segment is checked against it.
/// A fact that damage has hidden is nil and not checked.
struct LogSequence {
    private(set) var lastCommit: CommitNumber? = CommitNumber(0)
    private(set) var lastDigest: CommitDigest? = CommitDigest.none
    /// The ends of the segments so far.
    var ends: SegmentEnds
    /// Whether `ends.last` is known.
    var knowsEnd = true

    init(_ manifest: Manifest) { ends = SegmentEnds(manifest) }

    /// Returns a state for checking a segment by itself.
    static func unknown(_ manifest: Manifest) -> LogSequence {
        var log = LogSequence(manifest)
        log.forget()
        log.knowsEnd = false
        return log
    }

    /// Forgets the last commit, after a part of the log could not be read.
    mutating func forget() {
        lastCommit = nil
        lastDigest = nil
    }

    mutating func advance(to commit: CommitNumber, _ digest: CommitDigest) {
        lastCommit = commit
        lastDigest = digest
    }
}
