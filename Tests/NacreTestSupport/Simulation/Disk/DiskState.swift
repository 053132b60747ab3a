/// The durable content of a simulated disk, and the pending changes, any part of which a power cut
/// would lose. A value type, so the state of every moment can be kept.
package struct DiskState: Sendable {
    /// The order in which a file system makes unsynced changes durable.
    package enum Ordering: Sendable {
        /// Only the promises of POSIX: a synced file may still have no name.
        case strict
        /// The order of ext4 with its journal: changes of the directory become durable in their
        /// order, and every sync includes all earlier ones.
        case journaled
    }

    let ordering: Ordering
    private(set) var names: [String: FileID] = [:]
    private(set) var files: [FileID: FileState] = [:]
    private(set) var directories: Set<DiskDirectory> = []
    private(set) var pending: [DiskOperation] = []

    init(_ ordering: Ordering) { self.ordering = ordering }

    /// Makes the state after a start of the machine: everything is durable.
    init(_ image: CrashImage, _ ordering: Ordering) {
        self.ordering = ordering
        directories = image.directories
        for (index, file) in image.files.enumerated() {
            names[file.name] = FileID(rawValue: index)
            files[FileID(rawValue: index)] = file.state
        }
    }

    // MARK: Changes

    mutating func add(_ operations: [DiskOperation]) { pending += operations }

    mutating func sync(_ file: FileID) {
        let isJournaled = ordering == .journaled
        settle { $0.file == file || isJournaled && $0.file == nil }
    }

    mutating func sync(_ directory: DiskDirectory) {
        let isJournaled = ordering == .journaled
        settle { isJournaled ? $0.file == nil : $0.directory == directory }
    }

    mutating func syncParent() {
        let isJournaled = ordering == .journaled
        settle {
            if case .makeDirectory = $0 { return true }
            return isJournaled && $0.file == nil
        }
    }

    private mutating func settle(_ isSettled: (DiskOperation) -> Bool) {
        var rest: [DiskOperation] = []
        for operation in pending {
            if isSettled(operation) { apply(operation) } else { rest.append(operation) }
        }
        pending = rest
    }

    /// Drops the writes to the file since its last sync, which will never be durable.
    mutating func forget(_ file: FileID) { pending.removeAll { $0.file == file } }

    /// Removes a directory, durably.
    /// - Parameter files: The files that have names only there.
    mutating func drop(_ directory: DiskDirectory, _ files: Set<FileID>) {
        directories.remove(directory)
        names = names.filter { DiskDirectory(of: $0.key) != directory }
        pending.removeAll { operation in
            if case .makeDirectory(directory) = operation { return true }
            return operation.directory == directory
                || operation.file.map(files.contains) ?? false
        }
    }

    private mutating func apply(_ operation: DiskOperation) {
        switch operation {
        case .write(let file, let offset, let bytes):
            files[file, default: FileState()].write(bytes, at: offset)
        case .setSize(let file, let size): files[file, default: FileState()].setSize(size)
        case .create(let name, let file): names[name] = file
        case .rename(let name, let newName, let file):
            if names[name] == file { names[name] = nil }
            names[newName] = file
        case .remove(let name): names[name] = nil
        case .makeDirectory(let directory): directories.insert(directory)
        }
    }

    // MARK: Power cuts

    /// Returns the image after a power cut.
    /// - Parameter fates: The fates of the pending changes, in their order.
    func image(_ fates: [Fate]) -> CrashImage {
        var state = self
        // A journal loses only the latest changes.
        var hasLostEntry = false
        for (operation, fate) in zip(pending, fates) {
            let isEntry = operation.file == nil
            switch fate {
            case .kept where isEntry && hasLostEntry: break
            case .kept: state.apply(operation)
            case .lost, .destructive:
                if isEntry, ordering == .journaled { hasLostEntry = true }
                if fate == .destructive, case .write(let file, let offset, _) = operation {
                    state.files[file]?.destroySector(at: offset)
                }
            }
        }
        return state.durableImage
    }

    /// The state that a process sees: all writes are included.
    var shown: DiskState {
        var state = self
        state.settle { _ in true }
        return state
    }

    /// The image without the pending changes.
    var durableImage: CrashImage {
        let shown = names.filter { directories.contains(DiskDirectory(of: $0.key)) }
        return CrashImage(
            directories,
            shown.map { CrashImage.File(name: $0.key, state: files[$0.value] ?? FileState()) })
    }
}
