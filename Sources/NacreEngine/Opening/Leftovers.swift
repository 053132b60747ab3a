internal import NacreFormat

/// What earlier processes have left in a store's directory, and its manifest does not name.
struct Leftovers {
    let segments: UnnamedSegments
    /// Those that were not finished, and those that another one has replaced.
    private let checkpoints: [String]
    private let isBackup: Bool

    /// - Parameter isReadOnly: whether a writer may be at work.
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

    /// Whether everything is as its last writer wanted it, and that was no backup.
    var isNone: Bool { segments.isEmpty && checkpoints.isEmpty && !isBackup }

    /// The manifest must be durable: the one before it may need them. A file that stays is removed
    /// by a later opening.
    func remove(from directory: any StoreDirectory) {
        segments.remove(from: directory)
        for name in checkpoints { try? directory.remove(name) }
    }
}
