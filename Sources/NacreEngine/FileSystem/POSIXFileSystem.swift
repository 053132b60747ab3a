internal import NacreFormat
internal import SystemPackage

/// The operating system's files, by descriptors relative to the store's directory.
package struct POSIXFileSystem: FileSystem {
    package init() {}

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        try POSIXDirectory(path, creating: creating)
    }
}

private final class POSIXDirectory: StoreDirectory {
    let path: String
    private let descriptor: CInt

    init(_ path: String, creating: Bool) throws(FileError) {
        self.path = path
        do {
            if creating { try POSIXCalls.makeDirectory(path) }
            descriptor = try POSIXCalls.openDirectory(path)
        } catch {
            throw FileError(error, creating ? "make or open the store" : "open the store", path)
        }
    }

    deinit { POSIXCalls.close(descriptor) }

    private func run<Result>(
        _ what: String, _ name: String, _ call: () throws(Errno) -> Result
    ) throws(FileError) -> Result {
        do { return try call() } catch { throw FileError(error, what, "\(path)/\(name)") }
    }

    func list() throws(FileError) -> [String] {
        try run("list the store's directory", "") { () throws(Errno) in
            try POSIXCalls.names(descriptor)
        }
    }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        let file = try run("open the file", name) { () throws(Errno) in
            try POSIXCalls.open(name, in: descriptor, access == .reading ? .read : .write)
        }
        return POSIXFile(descriptor: file, path: "\(path)/\(name)")
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        let file = try run("make the file", name) { () throws(Errno) in
            try POSIXCalls.open(name, in: descriptor, .create)
        }
        return POSIXFile(descriptor: file, path: "\(path)/\(name)")
    }

    func rename(_ name: String, to newName: String) throws(FileError) {
        try run("rename the file to \(newName)", name) { () throws(Errno) in
            try POSIXCalls.rename(name, to: newName, in: descriptor)
        }
    }

    func remove(_ name: String) throws(FileError) {
        try run("remove the file", name) { () throws(Errno) in
            try POSIXCalls.remove(name, in: descriptor)
        }
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try run("sync the store's directory", "") { () throws(Errno) in
            try POSIXCalls.syncDirectory(descriptor)
        }
    }

    func syncParent(_ point: SyncPoint) throws(FileError) {
        let parent = "\(path)/.."
        try run("sync the directory that holds the store", "..") { () throws(Errno) in
            let descriptor = try POSIXCalls.openDirectory(parent)
            defer { POSIXCalls.close(descriptor) }
            try POSIXCalls.syncDirectory(descriptor)
        }
    }

    func lock(_ name: String) throws(FileError) -> any FileLock {
        let file = try run("open the lock", name) { () throws(Errno) in
            try POSIXCalls.open(name, in: descriptor, .createOrWrite)
        }
        let lock = POSIXLock(descriptor: file)
        let isFree = try run("take the lock", name) { () throws(Errno) in
            try POSIXCalls.tryLock(file)
        }
        guard isFree else {
            let holder = lock.holder.map { " (process \($0))" } ?? ""
            throw FileError(
                .locked,
                "Another writer\(holder) has the store open. Wait until it is done, or close it.",
                path: "\(path)/\(name)")
        }
        lock.sign()
        return lock
    }
}

private final class POSIXLock: FileLock {
    private let descriptor: CInt

    init(descriptor: CInt) { self.descriptor = descriptor }

    deinit { POSIXCalls.close(descriptor) }

    /// The process that wrote its number into the file: informative, the lock itself is the
    /// kernel's.
    var holder: Int? {
        guard let size = try? POSIXCalls.size(descriptor), (1...20).contains(size),
            let bytes = try? POSIXCalls.copy(descriptor, count: size)
        else { return nil }
        return bytes.read { $0.string }.flatMap { Int($0) }
    }

    func sign() {
        let text = Array("\(POSIXCalls.processID)".utf8)
        try? POSIXCalls.truncate(descriptor, to: 0)
        text.withView { try? POSIXCalls.write($0, to: descriptor, at: 0) }
    }

    func release() {
        // Cut, so that no later error names a process that is gone.
        try? POSIXCalls.truncate(descriptor, to: 0)
        POSIXCalls.unlock(descriptor)
    }
}

private final class POSIXFile: StoreFile {
    let path: String
    private let descriptor: CInt

    init(descriptor: CInt, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { POSIXCalls.close(descriptor) }

    private func run<Result>(
        _ what: String, _ call: () throws(Errno) -> Result
    ) throws(FileError) -> Result {
        do { return try call() } catch { throw FileError(error, what, path) }
    }

    func size() throws(FileError) -> Int {
        try run("ask for the file's size") { () throws(Errno) in try POSIXCalls.size(descriptor) }
    }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        try run("write to the file") { () throws(Errno) in
            try POSIXCalls.write(bytes, to: descriptor, at: offset)
        }
    }

    func setSize(_ size: Int) throws(FileError) {
        try run("set the file's size to \(size)") { () throws(Errno) in
            let current = try POSIXCalls.size(descriptor)
            if size > current {
                try POSIXCalls.extend(descriptor, from: current, to: size)
            } else if size < current {
                try POSIXCalls.truncate(descriptor, to: size)
            }
        }
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try run("sync the file") { () throws(Errno) in try POSIXCalls.syncData(descriptor) }
    }

    func map(_ count: Int) throws(FileError) -> MappedBytes {
        try run("map the file") { () throws(Errno) in
            try POSIXCalls.map(descriptor, count: count)
        }
    }

    func copy(_ count: Int) throws(FileError) -> MappedBytes {
        try run("read the file") { () throws(Errno) in
            try POSIXCalls.copy(descriptor, count: count)
        }
    }
}

extension FileError {
    fileprivate init(_ errno: Errno, _ what: String, _ path: String) {
        let (reason, advice): (Reason, String) =
            switch errno {
            case .noSuchFileOrDirectory: (.notFound, "It does not exist.")
            case .permissionDenied, .notPermitted, .readOnlyFileSystem:
                (.notPermitted, "Check the permissions of the file and of its directory.")
            case .noSpace, .diskQuotaExceeded: (.diskFull, "Free some space on the disk.")
            case .notDirectory: (.notDirectory, "A store is a directory; this is a file.")
            case .tooManySymbolicLinkLevels, .noSuchAddressOrDevice, .isDirectory:
                (
                    .notRegular,
                    "A link, a pipe or a directory stands there; a store has plain files only."
                )
            default: (.other, "")
            }
        let message = "Could not \(what). \(advice)"
        self.init(
            reason, advice.isEmpty ? String(message.dropLast()) : message, path: path,
            cause: errno.description)
    }
}
