package import NacreEngine
internal import NacreFormat
internal import Synchronization

/// A disk in memory whose power can be cut at every moment: it knows what was synced and what was
/// not. One directory. The same calls make the same disk, whatever the machine does.
///
/// Reading always shows what was written last, as a system's page cache does.
///
/// It assumes *powersafe overwrite*: a power cut while a sector is written anew, with the bytes
/// that were durable in it and others behind them, leaves those that were durable. An append to a
/// half-filled sector relies on it. Fates that are `destructive` do without it.
package final class SimulatedDisk: FileSystem {
    /// How a disk behaves.
    package struct Behaviour: Sendable {
        package var ordering = DiskState.Ordering.strict
        package var syncFailure = SyncFailure.staysPending
        package var mutation: SyncMutation?
        /// Every so many syncs one is acknowledged and not done; 0 for none.
        package var liesOnceIn = 0

        package init() {}
    }

    /// The state between two changes.
    package struct CrashPoint: Sendable {
        package let state: DiskState
        /// Of the calls so far.
        package let call: Int
        /// What the observer said then.
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

    /// The same system after its processes have ended: nothing that was written is lost yet.
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
        try run { (machine) throws(FileError) in
            try machine.call("open the directory", path, .reading)
            if !machine.exists {
                guard creating else {
                    throw FileError(
                        .notFound, "Could not open the store. It does not exist.", path: path)
                }
                machine.change(.makeDirectory, [.makeDirectory])
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

    // MARK: For trials

    /// The process ends: its lock goes with it, and what was written stays.
    package func kill() { machine.withLock { $0.kill() } }

    /// The moments since this was last asked, the oldest first.
    package func takePoints() -> [CrashPoint] { machine.withLock { $0.takePoints() } }

    /// The present moment.
    package var point: CrashPoint { machine.withLock { $0.point } }

    package var callCount: Int { machine.withLock { $0.callCount } }

    /// Whether a power cut now would lose nothing of what is read.
    package var isSettled: Bool { machine.withLock { $0.isSettled } }

    /// Whether some sync was acknowledged that did not happen.
    package var hasLied: Bool { machine.withLock { $0.hasLied } }

    /// Whether a fault has hit a call.
    package var hasFailed: Bool { machine.withLock { $0.hasFailed } }

    /// From now on; nil for no more. What a write has left to be told later is told all the same.
    package func set(_ fault: DiskFault?) { machine.withLock { $0.fault = fault } }

    /// From now on the disk works.
    package func mend() { machine.withLock { $0.mend() } }

    /// Whether a call may fail from now on.
    var isFailing: Bool { machine.withLock { $0.fault != nil || !$0.delayed.isEmpty } }

    package func forgetFailure() { machine.withLock { $0.hasFailed = false } }

    /// Is asked at every change of the disk which commit the store shows.
    package func setObserver(_ observer: (@Sendable () -> Int?)?) {
        machine.withLock { $0.observer = observer }
    }

    /// Begins to keep all changes, for readers that run among them.
    /// - Returns: the files before them.
    func beginTrace() -> TracedDisk.View { machine.withLock { $0.beginTrace() } }

    func takeTrace() -> [TracedChange] { machine.withLock { $0.takeTrace() } }
}
