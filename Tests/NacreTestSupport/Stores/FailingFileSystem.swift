package import NacreEngine
internal import NacreFormat
internal import Synchronization

/// A file system whose n-th call that changes something fails, once or from then on.
package final class FailingFileSystem: FileSystem {
    private let base: any FileSystem
    fileprivate let plan: FailurePlan

    package init(_ base: any FileSystem, plan: FailurePlan) {
        self.base = base
        self.plan = plan
    }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        FailingDirectory(try base.openDirectory(path, creating: creating), plan)
    }
}

/// Which call fails, and how many there were.
package final class FailurePlan: Sendable {
    private let state: Mutex<(count: Int, failing: Int?, forever: Bool)>

    package init(failing call: Int? = nil, forever: Bool = false) {
        state = Mutex((0, call, forever))
    }

    /// Calls so far that change something.
    package var callCount: Int { state.withLock { $0.count } }

    /// Makes the next call fail.
    package func failNext() { state.withLock { $0.failing = $0.count } }

    package func disarm() { state.withLock { $0.failing = nil } }

    fileprivate func call(_ path: String) throws(FileError) {
        let fails = state.withLock { state in
            defer { state.count += 1 }
            guard let failing = state.failing else { return false }
            return state.forever ? state.count >= failing : state.count == failing
        }
        if fails { throw FileError(.other, "The test made this call fail.", path: path) }
    }
}

private final class FailingDirectory: StoreDirectory {
    private let base: any StoreDirectory
    private let plan: FailurePlan

    init(_ base: any StoreDirectory, _ plan: FailurePlan) {
        self.base = base
        self.plan = plan
    }

    var path: String { base.path }
    var wasCreated: Bool { base.wasCreated }
    func list() throws(FileError) -> [String] { try base.list() }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        FailingFile(try base.open(name, access), plan)
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        try plan.call(path)
        return FailingFile(try base.create(name), plan)
    }

    func rename(_ name: String, to newName: String) throws(FileError) {
        try plan.call(path)
        try base.rename(name, to: newName)
    }

    func remove(_ name: String) throws(FileError) {
        try plan.call(path)
        try base.remove(name)
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try plan.call(path)
        try base.sync(point)
    }

    func syncParent(_ point: SyncPoint) throws(FileError) {
        try plan.call(path)
        try base.syncParent(point)
    }

    func lock(_ name: String) throws(FileError) -> any FileLock { try base.lock(name) }
}

private final class FailingFile: StoreFile {
    private let base: any StoreFile
    private let plan: FailurePlan

    init(_ base: any StoreFile, _ plan: FailurePlan) {
        self.base = base
        self.plan = plan
    }

    var path: String { base.path }
    func size() throws(FileError) -> Int { try base.size() }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        try plan.call(path)
        try base.write(bytes, at: offset)
    }

    func setSize(_ size: Int) throws(FileError) {
        try plan.call(path)
        try base.setSize(size)
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try plan.call(path)
        try base.sync(point)
    }

    func map(_ count: Int) throws(FileError) -> MappedBytes { try base.map(count) }
    func copy(_ count: Int) throws(FileError) -> MappedBytes { try base.copy(count) }
}
