/// When to write a checkpoint: seldom enough that it is at most one byte for a byte of log, often
/// enough that opening replays no more than it reads of a checkpoint, or next to nothing.
struct CheckpointPolicy {
    /// Less than this is replayed in no time.
    static let tailMin: UInt64 = 8 << 20
    /// At the end, what is not in a checkpoint is replayed by every opening until the next one.
    static let tailMinAtClose: UInt64 = 1 << 20

    /// Bytes of segments that the newest checkpoint does not cover.
    let bytesBehind: UInt64
    /// Of the newest checkpoint, in bytes; 0 if there is none.
    let size: UInt64
    /// `bytesBehind` when the last attempt failed: a full disk is not asked after each commit.
    var failed: UInt64?

    var isDue: Bool {
        let isTimeAgain = failed.map { bytesBehind > $0 + Self.tailMin } ?? true
        return isTimeAgain && bytesBehind > max(Self.tailMin, size)
    }
    var isDueAtClose: Bool { bytesBehind > Self.tailMinAtClose }
}
