internal import NacreFormat

/// Files that earlier processes have left in a store's directory and that its manifest does not
/// name.
struct Leftovers {
    let segments: UnnamedSegments
    /// The checkpoints that were not finished or have been replaced by another one.
    private let checkpoints: [String]
    /// The runs of full-text indexes that the checkpoint does not name.
    private let runs: [String]
    private let isBackup: Bool

    /// Finds the leftovers.
    /// - Parameters:
    ///   - runsInUse: The numbers of the runs that the checkpoint names; nil if the checkpoint was
    ///     not read. Then all runs stay until the next checkpoint.
    ///   - isReadOnly: Whether a writer may be at work.
    init(
        _ directory: any StoreDirectory, manifest: Manifest, runsInUse: [UInt32]?,
        isReadOnly: Bool
    ) throws(FileError) {
        let names = try directory.list()
        segments = try UnnamedSegments(
            names, in: directory, manifest: manifest, isReadOnly: isReadOnly)
        checkpoints = names.filter { name in
            FileName.checkpointNumber(name).map { $0 != manifest.checkpoint } ?? false
        }
        runs = names.filter { name in
            guard let number = FileName.runNumber(name), let runsInUse else { return false }
            return !runsInUse.contains(number)
        }
        isBackup = names.contains { $0 == FileName.backup || $0 == FileName.nextBackup }
    }

    /// Whether there are no leftovers and the directory is no backup.
    var isNone: Bool { segments.isEmpty && checkpoints.isEmpty && runs.isEmpty && !isBackup }

    /// Removes the leftovers. The manifest must be durable, because the previous one may need them.
    /// A file that cannot be removed is left to a later opening.
    func remove(from directory: any StoreDirectory) {
        segments.remove(from: directory)
        for name in checkpoints + runs { try? directory.remove(name) }
    }
}
