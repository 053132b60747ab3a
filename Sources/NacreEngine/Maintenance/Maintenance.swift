internal import Synchronization

/// Sees to it that compactions and checkpoints run after commits, one at a time, and in the
/// background if so wished. A commit only adds to a counter.
final class Maintenance: Sendable {
    let mode: MaintenanceMode
    let policy: CompactionPolicy
    private let bytesPerSecond: Int?
    /// Bytes written or dead since the last turn that make another one worth a look.
    private let churnMax: Int
    private let churn: Atomic<Int>
    private let isScheduled = Atomic(false)
    private let isBuilding = Atomic(false)
    /// Nothing is built any more: what an object's damage has stopped once, it stops each time.
    private let hasFailedToBuild = Atomic(false)
    private let isStopped = Atomic(false)
    private let working = Mutex(())
    /// The thread that has `working`, 0 if none has.
    private let workingThread = Atomic<UInt64>(0)
    private let thread: SerialThread
    /// Whether there was no thread for the last turn in the background.
    private let lacksThread = Atomic(false)
    private let state = Mutex(State())

    private struct State {
        var counters = CompactionCounters()
        var lastError: StoreError?
        /// In a row. After each, twice as much has to happen before the next try.
        var failures = 0
    }

    init(_ options: StoreOptions, threads: ThreadMaker) {
        thread = SerialThread(threads)
        mode = options.isReadOnly ? .manual : options.maintenance
        policy = options.compaction
        bytesPerSecond = options.compactionBytesPerSecond
        churnMax = min(1 << 20, (options.segmentSizeNominal ?? .max) / 4)
        // The first commit after opening has a look at what it found.
        churn = Atomic(churnMax)
    }

    // MARK: When

    func add(churn bytes: Int) { churn.wrappingAdd(bytes, ordering: .relaxed) }

    /// Whether enough has happened for another turn; then it counts from zero again.
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

    /// Whether it may be time for a turn: all that most commits ask.
    var isDue: Bool { churn.load(ordering: .relaxed) >= churnMax }

    /// Runs a turn on the thread of its own, unless one is about to run. If there is no thread,
    /// ``isInline`` says so.
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

    /// Whether turns run at the end of changes: as it is wished, or since there was no thread.
    var isInline: Bool {
        mode == .inline || mode == .background && lacksThread.load(ordering: .relaxed)
    }

    /// Builds indexes on the thread of its own. No turn: it is asked for. If there is no thread,
    /// the next commit asks again.
    /// - Parameter finish: what is done when they are built.
    func scheduleBuild(
        _ build: @escaping @Sendable () throws -> Void,
        then finish: @escaping @Sendable () throws -> Void
    ) {
        guard !hasFailedToBuild.load(ordering: .relaxed),
            !isBuilding.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        let isStarted = thread.run { [self] in
            isBuilding.store(false, ordering: .releasing)
            guard !isCancelled else { return }
            do { try build() } catch {
                hasFailedToBuild.store(true, ordering: .relaxed)
                keep(error)
                return
            }
            do { try finish() } catch { keep(error) }
        }
        if !isStarted { isBuilding.store(false, ordering: .releasing) }
    }

    /// Runs a turn here and now.
    func runInline(_ turn: () -> Void) {
        if takeTurn() { turn() }
    }

    /// Lets what runs end soon, and nothing begin any more. Returns when nothing runs.
    func stop() {
        endSoon()
        working.withLock { _ in }
    }

    /// The same without waiting.
    func endSoon() { isStopped.store(true, ordering: .relaxed) }

    // MARK: One at a time

    /// Compactions and checkpoints run in here, so that neither sees the other half done.
    func alone<Result>(_ body: () throws -> Result) throws -> Result {
        let thread = currentThread()
        try checkNotWorking()
        var outcome: Swift.Result<Result, any Error>?
        working.withLock { _ in
            workingThread.store(thread, ordering: .relaxed)
            defer { workingThread.store(0, ordering: .relaxed) }
            outcome = Swift.Result { try body() }
        }
        guard let outcome else { throw StoreError(.closed, "The store was closed.") }
        return try outcome.get()
    }

    /// Whoever waits for what runs in ``alone(_:)`` must not be it: a compaction calls its caller
    /// back.
    func checkNotWorking() throws(StoreError) {
        guard workingThread.load(ordering: .relaxed) != currentThread() else {
            throw StoreError(
                .nestedChanges,
                "A compaction, a checkpoint or the closing of the store was begun inside of a"
                    + " compaction. Begin it afterwards.")
        }
    }

    /// Of work that nobody waits for, until the store has outgrown what it may take: what comes in
    /// faster than the work goes on makes it hurry.
    /// - Parameter room: what the store may grow by until then.
    func pace(room: Int = .max) -> Pace {
        let start = churn.load(ordering: .relaxed)
        return Pace(
            bytesPerSecond: mode == .background ? bytesPerSecond : nil,
            isHurried: { [self] in churn.load(ordering: .relaxed) - start > room },
            isCancelled: { [self] in isCancelled })
    }

    var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

    // MARK: What came of it

    func count(_ report: CompactionReport) {
        state.withLock { $0.counters.add(report) }
    }

    func succeeded() {
        state.withLock { state in
            state.failures = 0
            state.lastError = nil
        }
    }

    /// A turn did not succeed.
    func failed(_ error: any Error) {
        if keep(error) { state.withLock { $0.failures += 1 } }
    }

    /// - Returns: false if it is none, since the store was closed meanwhile.
    @discardableResult
    private func keep(_ error: any Error) -> Bool {
        let error =
            error as? StoreError ?? StoreError(.io, "Maintenance failed.", cause: "\(error)")
        guard error.code != .cancelled, error.code != .closed else { return false }
        state.withLock { $0.lastError = error }
        return true
    }

    var counters: CompactionCounters { state.withLock { $0.counters } }
    /// Why the last turn failed; nil if it did not.
    var lastError: StoreError? { state.withLock { $0.lastError } }
}

/// What compactions did since the store was opened.
package struct CompactionCounters: Sendable, Hashable {
    package private(set) var compactions = 0
    /// Objects and external values.
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
