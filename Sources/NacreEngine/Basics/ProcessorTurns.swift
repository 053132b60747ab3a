internal import CNacreShims
internal import Synchronization

/// The turns on the processors that reads take: one for each processor. A read of a task waits for
/// a turn without a thread. The extra threads of shared work take only turns that are free, and
/// give them back as soon as a read waits. So a search that could use all processors leaves one
/// to the next read. Thread-safe.
package final class ProcessorTurns: Sendable {
    package static let shared = ProcessorTurns(count: POSIXCalls.processorCount)

    private let count: Int
    private let state: Mutex<State>
    private let waitingCount = Atomic(0)

    private struct State {
        var free: Int
        /// The process that owns the turns. A fork copies no threads that could give turns back.
        var process: Int64 = nacre_process_id()
        var waiting: [Waiter] = []
        var lastID: UInt64 = 0
    }

    private struct Waiter {
        let id: UInt64
        let resume: @Sendable (Result<Void, StoreError>) -> Void
    }

    /// - Parameter count: The number of turns.
    package init(count: Int) {
        self.count = count
        state = Mutex(State(free: count))
    }

    /// Whether a read waits for a turn.
    var isAwaited: Bool { waitingCount.load(ordering: .relaxed) > 0 }

    /// The number of reads that wait for a turn.
    package var waiters: Int { waitingCount.load(ordering: .relaxed) }

    /// Whether more than one turn is taken, or reads wait for one.
    package var isShared: Bool {
        state.withLock { state in
            renew(&state)
            return state.free < count - 1 || !state.waiting.isEmpty
        }
    }

    /// Takes a turn if one is free. None is free while reads wait.
    package func takeFree() -> Bool {
        state.withLock { state in
            renew(&state)
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
    }

    /// Takes a turn, or adds a closure to those that wait for one.
    /// - Parameter resume: Called once, on any thread, when the turn is taken or the waiting has
    ///   ended by ``endWaiting(_:with:)``. It must not wait.
    /// - Returns: The number of the waiter, or nil if the turn was taken at once. The closure is
    ///   then not called.
    package func takeOrWait(
        _ resume: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) -> UInt64? {
        state.withLock { state in
            renew(&state)
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            state.lastID += 1
            state.waiting.append(Waiter(id: state.lastID, resume: resume))
            waitingCount.store(state.waiting.count, ordering: .relaxed)
            return state.lastID
        }
    }

    /// Ends the waiting of one read, unless it has its turn already.
    package func endWaiting(_ id: UInt64, with error: StoreError) {
        let waiter = state.withLock { state -> Waiter? in
            guard let place = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            defer { waitingCount.store(state.waiting.count, ordering: .relaxed) }
            return state.waiting.remove(at: place)
        }
        waiter?.resume(.failure(error))
    }

    /// Gives a turn back: to the read that has waited longest, if there is one.
    package func giveBack() {
        let next = state.withLock { state -> Waiter? in
            guard !state.waiting.isEmpty else {
                state.free = min(state.free + 1, count)
                return nil
            }
            defer { waitingCount.store(state.waiting.count, ordering: .relaxed) }
            return state.waiting.removeFirst()
        }
        next?.resume(.success(()))
    }

    private func renew(_ state: inout State) {
        let process = nacre_process_id()
        guard state.process != process else { return }
        state = State(free: count, process: process)
        waitingCount.store(0, ordering: .relaxed)
    }
}
