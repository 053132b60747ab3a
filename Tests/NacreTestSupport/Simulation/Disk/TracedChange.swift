/// A change of a simulated disk as its caller made it, kept so that it can be made once more beside
/// a reader.
package enum TracedChange: Sendable {
    case write(FileID, offset: Int, bytes: [UInt8])
    case setSize(FileID, Int)
    case create(String, FileID)
    case rename(String, to: String)
    case remove(String)
    case makeDirectory
    /// No change: the writer published a commit.
    case acknowledged(commit: Int)

    var kind: SyncMutation.ChangeKind? {
        switch self {
        case .write: .write
        case .rename: .rename
        case .remove: .remove
        default: nil
        }
    }
}
