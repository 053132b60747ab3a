internal import NacreFormat

/// What a walk over the segments of a store knows of the log so far, to check the next segment
/// against. What damage has hidden is nil, and then nothing is expected.
struct LogSequence {
    private(set) var lastCommit: CommitNumber? = CommitNumber(0)
    private(set) var lastDigest: CommitDigest? = CommitDigest.none
    /// The end of the segment before.
    var ends: SegmentEnds
    /// Whether `ends.last` says something.
    var knowsEnd = true

    init(_ manifest: Manifest) { ends = SegmentEnds(manifest) }

    /// For a segment by itself.
    static func unknown(_ manifest: Manifest) -> LogSequence {
        var log = LogSequence(manifest)
        log.forget()
        log.knowsEnd = false
        return log
    }

    /// Something of the log could not be read.
    mutating func forget() {
        lastCommit = nil
        lastDigest = nil
    }

    mutating func advance(to commit: CommitNumber, _ digest: CommitDigest) {
        lastCommit = commit
        lastDigest = digest
    }
}
