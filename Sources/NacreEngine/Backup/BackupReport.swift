/// What a backup has done.
public struct BackupReport: Sendable, Hashable {
    /// The newest commit that the backup holds.
    public let lastCommit: UInt64
    /// Segments that were copied, the active one included.
    public let copiedSegments: Int
    /// Segments that the backup had already.
    public let keptSegments: Int
    /// Segments that the store no longer has, and now the backup neither.
    public let removedSegments: Int
    /// Written to the backup.
    public let copiedBytes: Int
}
