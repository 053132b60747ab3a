/// When to write a checkpoint: seldom enough that, while a store is open, it is about one byte for
/// a byte of log; often enough that opening replays no more log than the checkpoint has bytes.
struct CheckpointPolicy {
    /// Less than this is replayed in no time.
    static let tailMin: UInt64 = 8 << 20
    /// At the end, what is not in a checkpoint is replayed by every opening until the next one.
    static let tailMinAtClose: UInt64 = 1 << 20

    /// Bytes of segments that the newest checkpoint does not cover.
    let bytesBehind: UInt64
    /// Of the newest checkpoint, in bytes; 0 if there is none.
    let size: UInt64
    /// Whether a compaction has replaced what it covers: then no opening can use it, and another
    /// one is due sooner.
    var isVoid = false
    /// `bytesBehind` when the last attempt failed: a full disk is not asked after each commit.
    var failed: UInt64?

    var isDue: Bool {
        let isTimeAgain = failed.map { bytesBehind > $0 + Self.tailMin } ?? true
        return isTimeAgain && bytesBehind > max(Self.tailMin, isVoid ? size / 2 : size)
    }
    var isDueAtClose: Bool { isVoid || bytesBehind > Self.tailMinAtClose }
}
