package import NacreEngine
internal import Synchronization

extension Store {
    /// Reads the newest committed state in the background: the caller's actor is free meanwhile.
    ///
    /// ```swift
    /// let found = try await store.read(deadline: .now + .seconds(1)) { snapshot in
    ///     try snapshot.fetch(City.where { $0.notes.contains(text) })
    /// }
    /// ```
    /// All reads of the closure see one state. When the task is cancelled or the deadline passes,
    /// the current read throws, and so does every later one, at most a few milliseconds late. The
    /// time to free the objects that were read so far comes on top.
    ///
    /// Changing threads takes some microseconds, so a single lookup is faster without this method.
    /// As many reads run at the same time as there are processors. Further ones wait for their turn
    /// without blocking a thread. A read of many objects uses all processors that are free, and
    /// leaves those that other reads wait for. A read that begins beside others uses only one.
    /// - Parameters:
    ///   - deadline: The time at which reading has to end, including the time to wait for a
    ///     processor; nil for no deadline.
    ///   - processors: The maximum number of processors that the read uses at the same time, 1 or
    ///     more; nil for one if other reads run when this one begins, and otherwise for all that
    ///     are free.
    ///   - label: The snapshot's label, as for ``snapshot(label:)``.
    ///   - body: Runs once, as a part of the caller's task, on a thread for reads: the threads of
    ///     Swift's pool stay free. It should not wait for anything else, because it holds up the
    ///     reads of all stores. The snapshot can be kept longer, but the deadline stays with it.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError`` with `cancelled`, `deadlineExceeded`, or `closed` after
    ///   ``close()``, and the errors of `body`.
    @concurrent
    public func read<Result: Sendable>(
        deadline: ContinuousClock.Instant? = nil, processors: Int? = nil, label: String? = nil,
        _ body: @Sendable (Snapshot) throws -> Result
    ) async throws -> Result {
        let limit = ReadLimit(deadline: deadline, processors: processors)
        return try await withTaskCancellationHandler {
            try await ProcessorTurns.shared.take(until: deadline)
            return try await withTaskExecutorPreference(ReadThreads.shared) {
                defer { ProcessorTurns.shared.giveBack() }
                if processors == nil, ProcessorTurns.shared.isShared { limit.useOneProcessor() }
                try limit.check()
                return try body(self.snapshot(label: label).limited(by: limit))
            }
        } onCancel: {
            limit.cancel()
        }
    }
}

extension Snapshot {
    /// Returns a snapshot of the same state whose reads end once a limit says so.
    package func limited(by limit: ReadLimit) -> Snapshot {
        Snapshot(content.limited(by: limit), registry)
    }

    /// The maximum number of processors that a read of many objects uses; nil for all that are
    /// free.
    package var processors: Int? { content.limit?.processors }
}

extension ProcessorTurns {
    /// Waits for a turn.
    /// - Throws: `cancelled` if the task is cancelled first, and `deadlineExceeded`.
    fileprivate func take(until deadline: ContinuousClock.Instant?) async throws(StoreError) {
        if takeFree() { return }
        let waiting = WaitingRead(self)
        let alarm = deadline.map { deadline in
            Task {
                try await Task.sleep(until: deadline)
                waiting.end(with: ReadLimit.late)
            }
        }
        defer { alarm?.cancel() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.wait($0) }
        } onCancel: {
            waiting.end(with: ReadLimit.cancelled)
        }
        try outcome.get()
    }
}

/// A read that waits for its turn, which may end before it has begun.
private final class WaitingRead: Sendable {
    typealias Outcome = Result<Void, StoreError>

    private let turns: ProcessorTurns
    private let state = Mutex(State())

    private struct State {
        var id: UInt64?
        var error: StoreError?
    }

    init(_ turns: ProcessorTurns) { self.turns = turns }

    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
        let now = state.withLock { state -> Outcome? in
            if let error = state.error { return .failure(error) }
            state.id = turns.takeOrWait { continuation.resume(returning: $0) }
            return state.id == nil ? .success(()) : nil
        }
        if let now { continuation.resume(returning: now) }
    }

    func end(with error: StoreError) {
        let id = state.withLock { state in
            state.error = state.error ?? error
            return state.id
        }
        if let id { turns.endWaiting(id, with: error) }
    }
}
