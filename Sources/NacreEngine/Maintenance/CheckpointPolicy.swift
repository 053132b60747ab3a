/// Decides when to write a checkpoint. Seldom enough that, while a store is open, checkpoints write
/// about one byte for each byte of log; often enough that opening replays no more log than the
/// checkpoint has bytes.
struct CheckpointPolicy {
    /// Maximum size of a tail, in bytes, that is left without a checkpoint in any case. It is
    /// replayed quickly.
    static let tailMin: UInt64 = 8 << 20
    /// Maximum size of a tail, in bytes, that is left at closing. Every opening replays it until
    /// the next checkpoint.
    static let tailMinAtClose: UInt64 = 1 << 20

    /// The bytes of segments that the newest checkpoint does not cover.
    let bytesBehind: UInt64
    /// The size of the newest checkpoint, in bytes; 0 if there is none.
    let size: UInt64
    /// Whether a compaction has replaced segments that it covers. No opening can use it then, and
    /// the next one is due sooner.
    var isVoid = false
    /// The value of `bytesBehind` at the last failed attempt, so that a full disk is not retried
    /// after each commit.
    var failed: UInt64?

    var isDue: Bool {
        let isTimeAgain = failed.map { bytesBehind > $0 + Self.tailMin } ?? true
        return isTimeAgain && bytesBehind > max(Self.tailMin, isVoid ? size / 2 : size)
    }
    var isDueAtClose: Bool { isVoid || bytesBehind > Self.tailMinAtClose }
}
