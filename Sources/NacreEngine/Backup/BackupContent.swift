internal import NacreFormat

/// The next state of a backup, whose new segments are staged.
struct BackupContent {
    var manifest: Manifest
    /// The newest commit.
    var last: CommitNumber
    /// The new segments, under the names of staged ones.
    var staged: [SegmentNumber] = []
    /// The checksum of the active segment's bytes.
    var activeCRC: UInt32 = 0
    /// The number of segments that the backup had already.
    var keptCount = 0
    /// The number of bytes written.
    var copiedBytes = 0

    init(_ manifest: Manifest, last: CommitNumber) {
        self.manifest = manifest
        self.last = last
    }
}
