/// The result of a backup.
public struct BackupReport: Sendable, Hashable {
    /// The newest commit in the backup.
    public let lastCommit: UInt64
    /// The number of segments copied, including the active one.
    public let copiedSegments: Int
    /// The number of segments that the backup had already.
    public let keptSegments: Int
    /// The number of segments removed from the backup, because the store no longer has them.
    public let removedSegments: Int
    /// The number of bytes written to the backup.
    public let copiedBytes: Int
    /// Whether the store remembers that the backup exists, so that erases name it. A store that is
    /// open for reading only cannot remember anything, nor can a full disk.
    public let isRecorded: Bool
}
