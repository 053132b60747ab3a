internal import NacreFormat
internal import Synchronization
internal import SystemPackage

/// The operating system's files, opened relative to the descriptor of the store's directory.
package struct POSIXFileSystem: FileSystem {
    package init() {}

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        try POSIXDirectory(path, creating: creating)
    }

    /// Compares the directories' identities, from the directory at the path (or the parent of a
    /// missing path) up to the root. Paths may differ by links, mounts, `.` and `..`.
    package func isPath(_ path: String, within directory: String) throws(FileError) -> Bool {
        func failure(_ path: String, _ error: Errno) -> FileError {
            FileError(error, "look at the directory", path)
        }
        let wanted: POSIXCalls.Identity
        do { wanted = try POSIXCalls.identity(directory) } catch {
            // The path of a store in memory may not exist on disk.
            if error == .noSuchFileOrDirectory { return false }
            throw failure(directory, error)
        }
        do { return try POSIXCalls.isDirectory(wanted, atOrAbove: path) } catch {
            // A file to be made at the path would go into the parent directory.
            guard error == .noSuchFileOrDirectory || error == .notDirectory else {
                throw failure(path, error)
            }
        }
        var parent = Substring(path).utf8
        let slash = UInt8(ascii: "/")
        while parent.count > 1, parent.last == slash { parent.removeLast() }
        let name = parent.lastIndex(of: slash).map { String(Substring(parent[...$0])) } ?? "."
        do { return try POSIXCalls.isDirectory(wanted, atOrAbove: name) } catch {
            // Nothing can be made at this path. The attempt will report the error.
            return false
        }
    }

    package func absolutePath(_ path: String) throws(FileError) -> String {
        do {
            let working = try path.hasPrefix("/") ? "" : POSIXCalls.workingDirectory()
            // Slashes that mean nothing are left out.
            return FilePath(working).pushing(FilePath(path)).string
        } catch {
            throw FileError(error, "find the working directory", path)
        }
    }
}

private final class POSIXDirectory: StoreDirectory {
    let path: String
    /// The path by which other processes find the directory, independent of this process's working
    /// directory.
    private let absolutePath: String
    private let descriptor: CInt
    /// Whether opening the directory created it.
    private let isMade: Bool
    /// The lock that was taken here: its name and file.
    private let taken = Mutex<(String, POSIXCalls.Identity)?>(nil)

    init(_ path: String, creating: Bool) throws(FileError) {
        self.path = path
        guard !path.utf8.contains(0) else {
            // The system would use the part before the zero byte, which is a different path.
            throw FileError(.other, "A path cannot contain a zero byte.", path: path)
        }
        do {
            absolutePath =
                path.hasPrefix("/") ? path : "\(try POSIXCalls.workingDirectory())/\(path)"
            (descriptor, isMade) = try POSIXCalls.openDirectory(path, creating: creating)
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

    func share(_ file: any StoreFile, as name: String) -> Bool {
        guard let file = file as? POSIXFile else { return false }
        return POSIXCalls.clone(file.descriptor, to: name, in: descriptor)
            || POSIXCalls.link(file.descriptor, at: file.path, to: name, in: descriptor)
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

    func removeIfMade() {
        // Another process may have replaced the directory.
        guard isMade, let present = try? POSIXCalls.identity(path),
            present == (try? POSIXCalls.identity(descriptor))
        else { return }
        try? POSIXCalls.removeDirectory(path)
    }

    func lock(_ name: String) throws(FileError) -> any FileLock {
        while true {
            let lock = try openAndTake(name)
            // The previous holder may have removed the file before it released the lock.
            let present = try? POSIXCalls.identity(name, in: descriptor)
            if present == lock.identity {
                taken.withLock { $0 = (name, lock.identity) }
                return lock
            }
            lock.release()
        }
    }

    private func openAndTake(_ name: String) throws(FileError) -> POSIXLock {
        let file = try run("open the lock", name) { () throws(Errno) in
            try POSIXCalls.openOrCreate(name, in: descriptor)
        }
        let lock = try run("look at the lock", name) { () throws(Errno) in
            try POSIXLock(descriptor: file)
        }
        let isFree = try run("take the lock", name) { () throws(Errno) in try lock.take() }
        guard isFree else {
            throw FileError(
                .locked, "\(lock.holder) has the store open for writing.",
                path: "\(path)/\(name)")
        }
        return lock
    }

    func lockIdentity(_ name: String) -> LockIdentity? {
        guard let directory = try? POSIXCalls.identity(descriptor),
            let lock = try? POSIXCalls.identity(name, in: descriptor)
        else { return nil }
        return LockIdentity(directory: directory, lock: lock)
    }

    func checkLock() throws(FileError) {
        guard let (name, identity) = taken.withLock({ $0 }) else { return }
        let present: POSIXCalls.Identity?
        do throws(Errno) {
            present = try POSIXCalls.identity(ofPath: "\(absolutePath)/\(name)")
        } catch {
            // Without permission to look there, or after another error, this process still has the
            // store.
            guard error == .noSuchFileOrDirectory || error == .notDirectory else { return }
            present = nil
        }
        guard present != identity else { return }
        let what =
            present == nil
            ? "The store is no longer where it was opened: its directory or its lock was moved or"
                + " removed"
            : "The store's directory or its lock was replaced: another process may write there"
        throw FileError(
            .other,
            "\(what), while this process had it open. Nothing more is written. Close the store, and"
                + " check what happened to its directory.",
            path: "\(absolutePath)/\(name)")
    }
}

private final class POSIXLock: FileLock {
    let identity: POSIXCalls.Identity
    private let descriptor: CInt
    private let isHeld = Mutex(false)
    private let process = POSIXCalls.processID

    init(descriptor: CInt) throws(Errno) {
        self.descriptor = descriptor
        do { identity = try POSIXCalls.identity(descriptor) } catch {
            POSIXCalls.close(descriptor)
            throw error
        }
    }

    deinit {
        release()
        POSIXCalls.close(descriptor)
    }

    /// - Returns: false if another holder has the lock.
    func take() throws(Errno) -> Bool {
        guard HeldLocks.take(identity) else { return false }
        do {
            if try POSIXCalls.tryLock(descriptor) {
                isHeld.withLock { $0 = true }
                sign()
                return true
            }
        } catch {
            HeldLocks.giveBack(identity)
            throw error
        }
        HeldLocks.giveBack(identity)
        return false
    }

    /// Describes the lock's holder for an error message, using the process number that the holder
    /// wrote into the file. It is only informative: the actual lock is the kernel's.
    var holder: String {
        guard let size = try? POSIXCalls.size(descriptor), (1...20).contains(size),
            let bytes = try? POSIXCalls.copy(descriptor, 0..<size),
            let process = bytes.read({ $0.string }).flatMap({ Int($0) })
        else { return "Another process" }
        return process == POSIXCalls.processID
            ? "Process \(process) (this one)" : "Process \(process)"
    }

    private func sign() {
        guard hasOneName else { return }
        let text = Array("\(POSIXCalls.processID)".utf8)
        guard text.count <= POSIXCalls.fileSizeMax else { return }
        // The file is empty unless a holder was killed. That holder's number may be longer.
        if (try? POSIXCalls.size(descriptor)) != 0 {
            try? POSIXCalls.truncate(descriptor, to: 0)
        }
        // If the write fails, an error merely cannot name the holder. No `try?`: its optional is
        // one more type (see StoreOpener).
        text.withView { do { try POSIXCalls.write($0, to: descriptor, at: 0) } catch {} }
    }

    /// Whether the file may be written to. A file with a second name may belong to another program.
    private var hasOneName: Bool {
        do { return try POSIXCalls.nameCount(descriptor) == 1 } catch { return false }
    }

    func release() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        // A fork shares the lock with its parent and must not release it.
        guard wasHeld, process == POSIXCalls.processID else { return }
        // Removed from `HeldLocks` last: until then the kernel's lock would reject this process's
        // next attempt.
        HeldLocks.announceReturn(identity)
        // Truncated so that no later error names a process that has ended.
        if hasOneName { try? POSIXCalls.truncate(descriptor, to: 0) }
        POSIXCalls.unlock(descriptor)
        HeldLocks.giveBack(identity)
    }

    func announceRelease() {
        // Once it was released, another store of this process may hold the lock.
        let isHeld = isHeld.withLock { $0 }
        if isHeld, process == POSIXCalls.processID { HeldLocks.announceReturn(identity) }
    }
}

private final class POSIXFile: StoreFile {
    let path: String
    fileprivate let descriptor: CInt
    /// The process's file size limit when it was last looked up.
    private let sizeMax = Atomic(0)

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
        try run("read the file's size") { () throws(Errno) in try POSIXCalls.size(descriptor) }
    }

    func hasOtherNames() throws(FileError) -> Bool {
        try run("look at the file") { () throws(Errno) in
            try POSIXCalls.nameCount(descriptor) > 1
        }
    }

    func endOfData() throws(FileError) -> Int {
        try run("find the end of the file's data") { () throws(Errno) in
            try POSIXCalls.endOfData(descriptor)
        }
    }

    /// Throws if the file would exceed the process's limit. The system would otherwise send a
    /// signal that ends the process, and signal handling is up to the program.
    private func checkLimit(_ end: Int) throws(Errno) {
        guard end > sizeMax.load(ordering: .relaxed) else { return }
        let limit = POSIXCalls.fileSizeMax
        sizeMax.store(limit, ordering: .relaxed)
        if end > limit { throw .fileTooLarge }
    }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        try run("write to the file") { () throws(Errno) in
            try checkLimit(offset + bytes.count)
            try POSIXCalls.write(bytes, to: descriptor, at: offset)
        }
    }

    func setSize(_ size: Int) throws(FileError) {
        try run("set the file's size to \(size)") { () throws(Errno) in
            let current = try POSIXCalls.size(descriptor)
            if size > current {
                // The limit may have been lowered.
                sizeMax.store(0, ordering: .relaxed)
                try checkLimit(size)
                try POSIXCalls.extend(descriptor, from: current, to: size)
            } else if size < current {
                try POSIXCalls.truncate(descriptor, to: size)
            }
        }
    }

    func startWriteBack(_ range: Range<Int>) {
        POSIXCalls.startWriteBack(descriptor, range)
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try run("sync the file") { () throws(Errno) in try POSIXCalls.syncData(descriptor) }
    }

    func map(_ count: Int) throws(FileError) -> MappedBytes {
        try run("map the file") { () throws(Errno) in
            try POSIXCalls.map(descriptor, count: count)
        }
    }

    func mapPrivately(_ count: Int) throws(FileError) -> MappedBytes {
        try run("map the file") { () throws(Errno) in
            try POSIXCalls.map(descriptor, count: count, isPrivate: true)
        }
    }

    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes {
        try run("read the file") { () throws(Errno) in
            try POSIXCalls.copy(descriptor, range)
        }
    }
}
