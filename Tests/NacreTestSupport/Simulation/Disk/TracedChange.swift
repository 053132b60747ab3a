internal import NacreEngine

/// A change of a simulated disk as its caller made it, recorded so that it can be repeated beside a
/// reader.
package enum TracedChange: Sendable {
    case write(FileID, offset: Int, bytes: [UInt8])
    case setSize(FileID, Int)
    case create(String, FileID)
    /// Another name of a file.
    case link(String, FileID)
    case rename(String, to: String)
    case remove(String)
    case makeDirectory(DiskDirectory)
    /// No change of the disk: from here on, the writer shows a commit.
    case published(commit: Int)

    var kind: SyncMutation.ChangeKind? {
        switch self {
        case .write: .write
        case .rename(_, to: FileName.manifest): .publication
        case .remove: .removal
        default: nil
        }
    }
}
