internal import NacreFormat

/// Files that earlier processes have left in a store's directory and that its manifest does not
/// name.
struct Leftovers {
    let segments: UnnamedSegments
    /// The checkpoints that were not finished or have been replaced by another one.
    private let checkpoints: [String]
    private let isBackup: Bool

    /// Finds the leftovers.
    /// - Parameter isReadOnly: Whether a writer may be at work.
    init(
        _ directory: any StoreDirectory, manifest: Manifest, isReadOnly: Bool
    ) throws(FileError) {
        let names = try directory.list()
        segments = try UnnamedSegments(
            names, in: directory, manifest: manifest, isReadOnly: isReadOnly)
        checkpoints = names.filter { name in
            FileName.checkpointNumber(name).map { $0 != manifest.checkpoint } ?? false
        }
        isBackup = names.contains { $0 == FileName.backup || $0 == FileName.nextBackup }
    }

    /// Whether there are no leftovers and the directory is no backup.
    var isNone: Bool { segments.isEmpty && checkpoints.isEmpty && !isBackup }

    /// Removes the leftovers. The manifest must be durable, because the previous one may need them.
    /// A file that cannot be removed is left to a later opening.
    func remove(from directory: any StoreDirectory) {
        segments.remove(from: directory)
        for name in checkpoints { try? directory.remove(name) }
    }
}
