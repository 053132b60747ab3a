internal import Dispatch
internal import Foundation
internal import NacreFormat
internal import Synchronization

/// The object that syncs the log, and publishes commits in order: after their sync or, at the
/// weaker levels of durability, when they are written. Commits that wait at the same time share one
/// sync: the first waiting thread runs it, and the others find theirs done.
///
/// Invariants:
/// 1. One sync of the log runs at a time. The system reports a failure to one caller only, so with
///    two at once, the other one would wrongly succeed.
/// 2. `waiting` contains the commits after `synced`, in order.
/// 3. After a failed sync, or a failed write to the log, nothing more is published or counts as
///    synced.
/// 4. Versions are published in the order of their commits.
final class Syncer: Sendable, InvariantHolder {
    private let durability: Durability
    private let published: PublishedVersion
    private let poison: Poison
    private let timer: Environment.Timer
    private let directory: any StoreDirectory
    private let condition = NSCondition()
    // SAFETY: only used while `condition` is locked, by code that is not reentrant.
    @exclusivity(unchecked) private nonisolated(unsafe) var state: State
    // Changed under the lock. Every commit reads them without it.
    private let syncedEnd: Atomic<UInt64>
    private let syncedCommit: Atomic<UInt64>
    private let sharedSegment = Atomic<UInt32>(0)
    /// The queue for callbacks. It does not run on threads of Swift's tasks, so it may block.
    private let queue = DispatchQueue(label: "nacre.sync")

    private struct State {
        var waiting: [UnsyncedCommit] = []
        var isSyncing = false
        var failure: FileError?
        var callbacks: [Callback] = []
        var isDraining = false
        var isTimerSet = false
        var lastLook: ContinuousClock.Instant?
        /// The commit that was handed over last.
        var lastCommit: CommitNumber
    }

    private struct UnsyncedCommit {
        let commit: CommitNumber
        /// The version to publish once it is durable; nil if it is already published. In that case
        /// keeping it would only pin a version for no reader.
        let version: Version?
        /// The place after its last frame.
        let end: Position
        let file: any StoreFile
    }

    private struct Callback {
        let end: Position
        let body: @Sendable (Swift.Result<Void, any Error>) -> Void
    }

    /// - Parameters:
    ///   - synced: The end of the durable part of the log.
    ///   - commit: The newest commit before `synced`.
    ///   - directory: The directory that holds the log and the lock.
    init(
        _ durability: Durability, published: PublishedVersion, poison: Poison, synced: Position,
        commit: CommitNumber, timer: @escaping Environment.Timer, directory: any StoreDirectory
    ) {
        self.directory = directory
        self.durability = durability
        self.published = published
        self.poison = poison
        self.timer = timer
        syncedEnd = Atomic(synced.rawValue)
        syncedCommit = Atomic(commit.rawValue)
        unsafe state = State(lastCommit: commit)
    }

    /// Whether every commit waits for its sync.
    var syncsEachCommit: Bool { durability == .durable }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return unsafe body(&state)
    }

    /// The end of the durable part of the log. It only increases.
    private(set) var synced: Position {
        get { Position(syncedEnd.load(ordering: .acquiring)) }
        set { syncedEnd.max(newValue.rawValue, ordering: .releasing) }
    }

    /// The newest durable commit.
    private(set) var durableCommit: CommitNumber {
        get { CommitNumber(syncedCommit.load(ordering: .acquiring)) }
        set { syncedCommit.max(newValue.rawValue, ordering: .releasing) }
    }

    // MARK: Commits

    /// Takes over a commit that was written to a file.
    /// - Parameter end: The place after its last frame.
    /// - Returns: False if a write to the log has failed meanwhile. The commit is then never
    ///   published; ``wait(for:_:)`` reports its outcome.
    func add(_ version: Version, end: Position, in file: any StoreFile) -> Bool {
        let (isTaken, lacksTimer) = take(version, end, file)
        // Without a timer, no later call would sync it.
        if lacksTimer { syncAfterDelay() }
        return isTaken
    }

    /// Takes over a commit.
    /// - Returns: Whether the commit was taken, and whether there is no timer that would sync it.
    private func take(
        _ version: Version, _ end: Position, _ file: any StoreFile
    ) -> (isTaken: Bool, lacksTimer: Bool) {
        withState { state in
            guard state.failure == nil, isNext(version, &state) else { return (false, false) }
            if end <= synced {
                // Synced while it was written, because many bytes were unsynced. No other sync will
                // cover it.
                durableCommit = version.commit
                published.replace(by: version)
                return (true, false)
            }
            let isPublished = durability != .durable
            // If no commit is waited for, the newest represents all.
            if isPublished { state.waiting.removeAll(keepingCapacity: true) }
            state.waiting.append(
                UnsyncedCommit(
                    commit: version.commit, version: isPublished ? nil : version, end: end,
                    file: file))
            guard isPublished else { return (true, false) }
            published.replace(by: version)
            guard case .grouped(let delay) = durability, !state.isTimerSet else {
                return (true, false)
            }
            state.isTimerSet = timer(delay) { [weak self] in self?.syncAfterDelay() }
            return (true, !state.isTimerSet)
        }
    }

    /// Publishes a version of the newest commit that differs from the former one only in the places
    /// of its records or nodes.
    func add(_ version: Version) {
        withState { state in
            guard state.failure == nil, isNext(version, &state) else { return }
            if durability == .durable, let last = state.waiting.last {
                // Queued after commits that may not be visible yet.
                state.waiting.append(
                    UnsyncedCommit(
                        commit: version.commit, version: version, end: last.end, file: last.file))
            } else {
                published.replace(by: version)
            }
        }
    }

    private func syncAfterDelay() {
        let end = withState { state in
            state.isTimerSet = false
            return state.waiting.last?.end
        }
        // A failure poisons the store; the next change reports it.
        if let end { try? wait(for: end) }
    }

    // MARK: Waiting

    /// Waits until everything before a place in the log is durable.
    /// - Throws: If a sync has failed: the outcome of the commits that waited for it is unknown.
    func wait(for end: Position, _ point: SyncPoint = .commit) throws(StoreError) {
        condition.lock()
        defer { condition.unlock() }
        while synced < end {
            if let failure = unsafe state.failure { throw Self.unknown(failure) }
            if unsafe state.isSyncing {
                condition.wait()
            } else if let last = unsafe state.waiting.last {
                runSync(last.file, through: last.end, point)
            } else {
                return
            }
        }
    }

    /// Makes everything durable that was written so far.
    func waitForAll() throws(StoreError) {
        if let end = withState({ $0.waiting.last?.end }) { try wait(for: end) }
        if let failure = withState({ $0.failure }) { throw Self.unknown(failure) }
    }

    private static func unknown(_ failure: FileError) -> StoreError {
        StoreError(failure).with(outcome: .unknown)
    }

    /// Calls `body` on a thread of the syncer's queue when everything before a place in the log is
    /// durable.
    func whenDurable(
        _ end: Position, _ body: @escaping @Sendable (Swift.Result<Void, any Error>) -> Void
    ) {
        let starts = withState { state in
            state.callbacks.append(Callback(end: end, body: body))
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if starts { queue.async { [self] in callBack() } }
    }

    private func callBack() {
        while true {
            let batch = withState { state in
                let batch = state.callbacks
                state.callbacks = []
                state.isDraining = !batch.isEmpty
                return batch
            }
            guard !batch.isEmpty else { return }
            // The first callback's wait syncs the log for all of them.
            for callback in batch {
                callback.body(Swift.Result { try wait(for: callback.end) })
            }
        }
    }

    // MARK: Syncing

    /// Syncs a file of the log for a reason other than a commit. All earlier segments are synced
    /// already.
    func sync(
        _ file: any StoreFile, through end: Position, _ point: SyncPoint
    ) throws(FileError) {
        condition.lock()
        defer { condition.unlock() }
        while unsafe state.isSyncing { condition.wait() }
        if unsafe state.failure == nil { runSync(file, through: end, point) }
        if let failure = unsafe state.failure { throw failure }
    }

    /// Moves `synced` forward to a place before which everything is durable.
    func advance(to end: Position) {
        withState { _ in synced = end }
    }

    /// Runs a sync. Called with the lock held, which is released meanwhile.
    private func runSync(_ file: any StoreFile, through end: Position, _ point: SyncPoint) {
        guard unsafe isSound(&state) else { return }
        unsafe state.isSyncing = true
        unsafe lookAtNames(of: file, end.segment, &state.lastLook)
        condition.unlock()
        let outcome = Swift.Result { () throws(FileError) in
            try file.sync(point)
            // The next process to open the store must find every acknowledged commit.
            try directory.checkLock()
        }
        condition.lock()
        unsafe state.isSyncing = false
        switch outcome {
        // A write that failed meanwhile may have received the error that belonged to this sync.
        case .success where unsafe state.failure != nil: break
        case .success: unsafe finish(&state, through: end)
        case .failure(let failure): unsafe fail(&state, failure)
        }
        condition.broadcast()
    }

    /// Returns whether a segment was found to have another name, as in a copy made of hard links.
    func isShared(_ segment: SegmentNumber) -> Bool {
        sharedSegment.load(ordering: .relaxed) == segment.rawValue
    }

    /// Checks, at most once a second, whether a file of the log has gained another name.
    private func lookAtNames(
        of file: any StoreFile, _ segment: SegmentNumber, _ last: inout ContinuousClock.Instant?
    ) {
        let now = ContinuousClock.now
        if let last, last.duration(to: now) < .seconds(1) { return }
        last = now
        guard (try? file.hasOtherNames()) == true else { return }
        sharedSegment.store(segment.rawValue, ordering: .relaxed)
    }

    /// Records the failure of a write to the log.
    func fail(_ failure: FileError) {
        condition.lock()
        defer { condition.unlock() }
        unsafe fail(&state, failure)
        condition.broadcast()
    }

    private func fail(_ state: inout State, _ failure: FileError) {
        state.failure = state.failure ?? failure
        state.waiting = []
        poison.set(failure)
    }

    private func finish(_ state: inout State, through end: Position) {
        synced = end
        let count = state.waiting.count { $0.end <= end }
        guard count > 0 else { return }
        let last = state.waiting[count - 1]
        durableCommit = last.commit
        state.waiting.removeFirst(count)
        if let version = last.version { published.replace(by: version) }
    }
}

extension Syncer {
    /// Checks the invariants as they must be before a sync.
    func checkInvariants() throws(BrokenInvariant) {
        condition.lock()
        defer { condition.unlock() }
        unsafe try checkInvariants(of: &state)
    }

    // Passed as inout: copying the state would count references.
    private func checkInvariants(of state: inout State) throws(BrokenInvariant) {
        try Self.require(!state.isSyncing, 1, "a sync is running already")
        var last = (commit: durableCommit, end: synced)
        for place in state.waiting.indices {
            let next = (commit: state.waiting[place].commit, end: state.waiting[place].end)
            try Self.require(
                next.commit >= last.commit && next.end >= last.end, 2,
                "commit \(next.commit) waits after \(last.commit)")
            last = next
        }
        try Self.require(
            state.failure == nil || state.waiting.isEmpty, 3,
            "\(state.waiting.count) commits wait after a failure")
    }

    /// Returns whether a sync may run. If an invariant is broken, nothing more is published or
    /// synced.
    private func isSound(_ state: inout State) -> Bool {
        do throws(BrokenInvariant) { try checkInvariants(of: &state) } catch {
            fail(&state, FileError(error, path: directory.path))
            return false
        }
        return true
    }

    /// Returns whether a version follows all others. Otherwise nothing more is published or synced.
    private func isNext(_ version: Version, _ state: inout State) -> Bool {
        do throws(BrokenInvariant) {
            try Self.require(
                version.commit >= state.lastCommit, 4,
                "commit \(version.commit) comes after \(state.lastCommit)")
        } catch {
            fail(&state, FileError(error, path: directory.path))
            return false
        }
        state.lastCommit = version.commit
        return true
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        func breakInvariant(_ number: Int) {
            withState { state in
                switch number {
                case 1: state.isSyncing = true
                case 2: state.waiting.reverse()
                case 4: state.lastCommit = CommitNumber(.max)
                default: state.failure = FileError(.other, "broken for a test", path: "")
                }
            }
        }
    #endif
}
