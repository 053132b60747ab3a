internal import Synchronization

/// Runs compactions and checkpoints after commits, one at a time, in the background if the mode
/// says so. A commit only adds to a counter.
final class Maintenance: Sendable {
    let mode: MaintenanceMode
    let policy: CompactionPolicy
    private let bytesPerSecond: Int?
    /// The number of bytes written or dead since the last turn that make another turn due.
    private let churnMax: Int
    private let churn: Atomic<Int>
    private let isScheduled = Atomic(false)
    private let indexBuild = ScheduledBuild()
    private let searchBuild = ScheduledBuild()
    private let isStopped = Atomic(false)
    private let work = ExclusiveWork()
    private let thread: SerialThread
    /// Whether no thread could be started for the last background turn.
    private let lacksThread = Atomic(false)
    private let state = Mutex(State())

    private struct State {
        var counters = CompactionCounters()
        var lastError: StoreError?
        /// The number of consecutive failures. Each doubles the churn that the next try needs.
        var failures = 0
    }

    init(_ options: StoreOptions, threads: ThreadMaker) {
        thread = SerialThread(threads)
        mode = options.isReadOnly ? .manual : options.maintenance
        policy = options.compaction
        bytesPerSecond = options.compactionBytesPerSecond
        churnMax = min(1 << 20, (options.segmentSizeNominal ?? .max) / 4)
        // The first commit after opening makes a turn due, which examines the opened store.
        churn = Atomic(churnMax)
    }

    // MARK: Schedule

    func add(churn bytes: Int) { churn.wrappingAdd(bytes, ordering: .relaxed) }

    /// Returns whether a turn is due, and resets the counter in that case.
    private func takeTurn() -> Bool {
        guard isTurnDue else { return false }
        churn.store(0, ordering: .relaxed)
        return true
    }

    private var isTurnDue: Bool {
        guard !isStopped.load(ordering: .relaxed) else { return false }
        let failures = state.withLock { min($0.failures, 10) }
        return churn.load(ordering: .relaxed) >= churnMax << failures
    }

    /// Whether a turn may be due. This is the only check that most commits make.
    var isDue: Bool { churn.load(ordering: .relaxed) >= churnMax }

    /// Runs a turn on the maintenance thread, unless one is scheduled already. If no thread can be
    /// started, ``isInline`` becomes true.
    func schedule(_ turn: @escaping @Sendable () -> Void) {
        guard isTurnDue, !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else {
            return
        }
        let isStarted = thread.run { [self] in
            isScheduled.store(false, ordering: .releasing)
            if takeTurn() { turn() }
        }
        if !isStarted { isScheduled.store(false, ordering: .releasing) }
        lacksThread.store(!isStarted, ordering: .relaxed)
    }

    /// Whether turns run at the end of changes, because of the mode or for lack of a thread.
    var isInline: Bool {
        mode == .inline || mode == .background && lacksThread.load(ordering: .relaxed)
    }

    /// Builds indexes on the maintenance thread, independently of turns. If no thread can be
    /// started, the next commit tries again.
    /// - Parameter finish: Runs after the indexes are built.
    func scheduleBuild(
        _ build: @escaping @Sendable () throws -> Void,
        then finish: @escaping @Sendable () throws -> Void
    ) {
        schedule(indexBuild, build, then: finish)
    }

    /// Builds full-text indexes, or brings them up to date, in the same way.
    func scheduleSearches(
        _ build: @escaping @Sendable () throws -> Void,
        then finish: @escaping @Sendable () throws -> Void
    ) {
        schedule(searchBuild, build, then: finish)
    }

    private func schedule(
        _ scheduled: ScheduledBuild, _ build: @escaping @Sendable () throws -> Void,
        then finish: @escaping @Sendable () throws -> Void
    ) {
        guard scheduled.begin() else { return }
        let isStarted = thread.run { [self] in
            scheduled.end()
            guard !isCancelled else { return }
            do { try build() } catch {
                scheduled.fail()
                keep(error)
                return
            }
            do { try finish() } catch { keep(error) }
        }
        if !isStarted { scheduled.end() }
    }

    /// Runs a turn now on this thread, if one is due.
    func runInline(_ turn: () -> Void) {
        if takeTurn() { turn() }
    }

    /// Cancels running work and prevents new work. Returns when no work is running.
    func stop() {
        endSoon()
        work.wait()
    }

    /// Cancels running work and prevents new work, without waiting.
    func endSoon() { isStopped.store(true, ordering: .relaxed) }

    // MARK: Exclusive work

    /// Runs a compaction or a checkpoint with exclusive access, so that neither sees the other half
    /// done.
    func alone<Result>(_ body: () throws -> Result) throws -> Result { try work.alone(body) }

    /// Throws if this thread is running inside ``alone(_:)``: a compaction calls back into its
    /// caller's code.
    func checkNotWorking() throws(StoreError) { try work.checkNotInside() }

    /// Returns the pace for work that no caller waits for. It is no longer limited once the store
    /// outgrows its permitted size, that is, if writes arrive faster than the work proceeds.
    /// - Parameter room: The number of bytes by which the store may grow until then.
    func pace(room: Int = .max) -> Pace {
        let start = churn.load(ordering: .relaxed)
        return Pace(
            bytesPerSecond: mode == .background ? bytesPerSecond : nil,
            isHurried: { [self] in churn.load(ordering: .relaxed) - start > room },
            isCancelled: { [self] in isCancelled })
    }

    var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

    // MARK: Results

    func count(_ report: CompactionReport) {
        state.withLock { $0.counters.add(report) }
    }

    func succeeded() {
        state.withLock { state in
            state.failures = 0
            state.lastError = nil
        }
    }

    /// Records a failed turn.
    func failed(_ error: any Error) {
        if keep(error) { state.withLock { $0.failures += 1 } }
    }

    /// Records an error.
    /// - Returns: false if the error only means that the store was closed meanwhile.
    @discardableResult
    private func keep(_ error: any Error) -> Bool {
        let error =
            error as? StoreError ?? StoreError(.io, "Maintenance failed.", cause: "\(error)")
        guard error.code != .cancelled, error.code != .closed else { return false }
        state.withLock { $0.lastError = error }
        return true
    }

    var counters: CompactionCounters { state.withLock { $0.counters } }
    /// The error of the last turn; nil if it succeeded.
    var lastError: StoreError? { state.withLock { $0.lastError } }
}

/// A kind of build on the maintenance thread, of which at most one waits for its turn.
private final class ScheduledBuild: Sendable {
    private let isWaiting = Atomic(false)
    /// Whether a build failed. No further builds are started, because damage to an object would
    /// stop each of them.
    private let hasFailed = Atomic(false)

    /// Returns whether another build may be scheduled, and notes that one is.
    func begin() -> Bool {
        !hasFailed.load(ordering: .relaxed)
            && !isWaiting.exchange(true, ordering: .acquiringAndReleasing)
    }

    func end() { isWaiting.store(false, ordering: .releasing) }
    func fail() { hasFailed.store(true, ordering: .relaxed) }
}

/// The totals of compactions since the store was opened.
package struct CompactionCounters: Sendable, Hashable {
    package private(set) var compactions = 0
    /// The number of objects and external values copied.
    package private(set) var recordsCopied = 0
    package private(set) var bytesRead = 0
    package private(set) var bytesWritten = 0

    mutating func add(_ report: CompactionReport) {
        compactions += 1
        recordsCopied += report.records
        bytesRead += report.sizeBefore
        bytesWritten += report.sizeAfter
    }
}
