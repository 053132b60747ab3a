package import NacreEngine
internal import NacreFormat
internal import Synchronization

/// A file system whose n-th modifying call fails, once or from then on.
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

/// The calls so far, and the one that fails.
package final class FailurePlan: Sendable {
    private struct State {
        var calls: [String] = []
        var failing: Int?
        var forever = false
        /// The number of calls that request space, for a segment or a manifest, that succeed before
        /// the disk is full.
        var room: Int?
        /// The part of that space that the reserve holds.
        var reserved = 1
        var failingName: String?
        var beforeCall: (@Sendable (String) -> Void)?
    }

    private let state: Mutex<State>

    package init(failing call: Int? = nil, forever: Bool = false) {
        state = Mutex(State(failing: call, forever: forever))
    }

    /// Leaves the disk space for this number of extensions of a file or new manifests, apart from
    /// the space that the reserve holds.
    package func fillDisk(after extensions: Int, reserved: Int = 1) {
        state.withLock { ($0.room, $0.reserved) = (extensions, reserved) }
    }

    /// The modifying calls so far, each as its name and its object.
    package var calls: [String] { state.withLock { $0.calls } }
    // Returning the list instead would let a copy outlive the lock, which a sanitizer reports as a
    // race.
    package var callCount: Int { state.withLock { $0.calls.count } }

    /// Runs a closure before each call, which waits for it.
    package func beforeCalls(_ body: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.beforeCall = body }
    }

    /// Makes the next call fail.
    package func failNext() { fail(after: 0) }

    /// Makes a call fail after this number of successful ones.
    package func fail(after calls: Int) {
        state.withLock { $0.failing = $0.calls.count + calls }
    }

    /// Makes every call of this name fail.
    package func failAll(_ call: String) { state.withLock { $0.failingName = call } }

    package func disarm() {
        state.withLock { state in
            state.failing = nil
            state.room = nil
            state.failingName = nil
        }
    }

    fileprivate func call(_ call: String, _ path: String) throws(FileError) {
        state.withLock { $0.beforeCall }?(call)
        let reason: FileError.Reason? = state.withLock { state in
            let number = state.calls.count
            state.calls.append(call)
            if let room = state.room {
                // Removing the reserve frees its space.
                if call.hasPrefix("remove reserve") { state.room = room + state.reserved }
                if call == "setSize" || call == "create \(FileName.nextManifest)" {
                    state.room = max(0, room - 1)
                    return room == 0 ? .diskFull : nil
                }
            }
            if call == state.failingName { return .other }
            guard let failing = state.failing else { return nil }
            return (state.forever ? number >= failing : number == failing) ? .other : nil
        }
        if let reason { throw FileError(reason, "The test made this call fail.", path: path) }
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
    func list() throws(FileError) -> [String] { try base.list() }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        FailingFile(try base.open(name, access), plan)
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        try plan.call("create \(name)", path)
        return FailingFile(try base.create(name), plan)
    }

    func rename(_ name: String, to newName: String) throws(FileError) {
        try plan.call("rename \(name) \(newName)", path)
        try base.rename(name, to: newName)
    }

    func remove(_ name: String) throws(FileError) {
        try plan.call("remove \(name)", path)
        try base.remove(name)
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try plan.call("sync \(point)", path)
        try base.sync(point)
    }

    func syncParent(_ point: SyncPoint) throws(FileError) {
        try plan.call("sync \(point)", path)
        try base.syncParent(point)
    }

    func lock(_ name: String) throws(FileError) -> any FileLock { try base.lock(name) }
    func removeIfMade() { base.removeIfMade() }
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
        try plan.call("write", path)
        try base.write(bytes, at: offset)
    }

    func setSize(_ size: Int) throws(FileError) {
        try plan.call("setSize", path)
        try base.setSize(size)
    }

    func startWriteBack(_ range: Range<Int>) { base.startWriteBack(range) }

    func sync(_ point: SyncPoint) throws(FileError) {
        try plan.call("sync \(point)", path)
        try base.sync(point)
    }

    func map(_ count: Int) throws(FileError) -> MappedBytes { try base.map(count) }
    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes { try base.copy(range) }
}
