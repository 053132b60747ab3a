package import NacreEngine
internal import NacreFormat
internal import Synchronization

/// A disk in memory whose power can be cut at every moment: it tracks which changes were synced. It
/// has one directory, and a second one at ``forkPath``. It is deterministic: the same calls make
/// the same disk.
///
/// Reading always shows the latest write, as a system's page cache does.
///
/// It assumes *powersafe overwrite*: if the power is cut while a sector is rewritten with its
/// durable bytes and further bytes after them, the durable bytes stay. An append to a half-filled
/// sector relies on it. Fates that are `destructive` drop this assumption.
package final class SimulatedDisk: FileSystem {
    /// The path of the second directory. All other paths lead to the first one.
    package static let forkPath = "fork"

    /// The behaviour of a disk.
    package struct Behaviour: Sendable {
        package var ordering = DiskState.Ordering.strict
        package var syncFailure = SyncFailure.staysPending
        package var mutation: SyncMutation?
        /// Whether files can have names in both directories.
        package var sharesFiles = false
        /// The number of syncs of which one is acknowledged and not done; 0 for none.
        package var liesOnceIn = 0

        package init() {}
    }

    /// The state between two changes.
    package struct CrashPoint: Sendable {
        package let state: DiskState
        /// The number of calls so far.
        package let call: Int
        /// The observer's answer at this moment.
        package let published: Int?
    }

    let behaviour: Behaviour
    private let machine: Mutex<SimulatedMachine>

    package init(
        _ image: CrashImage = CrashImage(), behaviour: Behaviour = Behaviour(),
        keepsPoints: Bool = false
    ) {
        self.behaviour = behaviour
        machine = Mutex(
            SimulatedMachine(
                DiskState(image, behaviour.ordering), behaviour: behaviour,
                keepsPoints: keepsPoints))
    }

    /// Makes the same system after its processes have ended: no write is lost yet.
    package init(
        _ state: DiskState, behaviour: Behaviour = Behaviour(), keepsPoints: Bool = false
    ) {
        self.behaviour = behaviour
        machine = Mutex(
            SimulatedMachine(state, behaviour: behaviour, keepsPoints: keepsPoints))
    }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        let directory = DiskDirectory(path: path)
        try run { (machine) throws(FileError) in
            try machine.call("open the directory", path, .reading)
            if !machine.directories.contains(directory) {
                guard creating else {
                    throw FileError(
                        .notFound, "Could not open the store. It does not exist.", path: path)
                }
                machine.change(.makeDirectory(directory), [.makeDirectory(directory)])
            }
        }
        return SimulatedDirectory(path: path, disk: self)
    }

    func run<Result>(
        _ body: (inout SimulatedMachine) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let outcome = machine.withLock { machine in
            do throws(FileError) {
                return Swift.Result<Result, FileError>.success(try body(&machine))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    // MARK: Control by trials

    /// Ends the process: its lock is released, and all writes stay.
    package func kill() { machine.withLock { $0.kill() } }

    /// Returns the moments since the last call, the oldest first.
    package func takePoints() -> [CrashPoint] { machine.withLock { $0.takePoints() } }

    /// The present moment.
    package var point: CrashPoint { machine.withLock { $0.point } }

    package var callCount: Int { machine.withLock { $0.callCount } }

    /// Whether a power cut now would lose nothing that can be read.
    package var isSettled: Bool { machine.withLock { $0.isSettled } }

    /// Whether a sync was acknowledged that did not happen.
    package var hasLied: Bool { machine.withLock { $0.hasLied } }

    /// Whether a fault has hit a call.
    package var hasFailed: Bool { machine.withLock { $0.hasFailed } }

    /// Sets the fault from now on; nil for none. A write error that is still to be reported is
    /// reported in any case.
    package func set(_ fault: DiskFault?) { machine.withLock { $0.fault = fault } }

    /// Makes the disk work from now on.
    package func mend() { machine.withLock { $0.mend() } }

    /// Whether a call may fail from now on.
    var isFailing: Bool { machine.withLock { $0.fault != nil || !$0.delayed.isEmpty } }

    /// Removes the second directory, durably.
    package func dropFork() { machine.withLock { $0.drop(.fork) } }

    package func forgetFailure() { machine.withLock { $0.hasFailed = false } }

    /// Sets the observer, which is called at every change of the disk and returns the commit that
    /// the store shows.
    package func setObserver(_ observer: (@Sendable () -> Int?)?) {
        machine.withLock { $0.observer = observer }
    }

    /// Begins to record all changes, for readers that run among them.
    /// - Returns: The files before the changes.
    func beginTrace() -> TracedDisk.View { machine.withLock { $0.beginTrace() } }

    func takeTrace() -> [TracedChange] { machine.withLock { $0.takeTrace() } }
}
