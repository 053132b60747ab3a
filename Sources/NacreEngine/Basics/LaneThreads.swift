internal import CNacreShims
internal import Dispatch
internal import Synchronization

/// Threads that take part in shared work. Idle threads are kept, since waking a thread costs a
/// tenth of starting one. If no threads are available, the work continues with fewer, or with the
/// calling thread alone.
///
/// Nothing waits for a thread that has not begun: work ends when its caller and the threads that
/// took part are done. So work can be nested.
final class LaneThreads: Sendable {
    static let shared = LaneThreads(.system)

    private let maker: ThreadMaker
    private let idle = Mutex(Idle())

    private struct Idle {
        /// The process that owns the threads. A fork does not copy threads.
        var process: Int64 = 0
        var workers: [LaneWorker] = []
    }

    init(_ maker: ThreadMaker) { self.maker = maker }

    /// Runs a closure on the calling thread, as number 0, and on other threads at the same time.
    /// - Parameters:
    ///   - count: The maximum number of threads, including the calling one.
    ///   - body: A closure that must be safe to run on several threads. The compiler does not check
    ///     this.
    func run(_ count: Int, _ body: (Int) -> Void) {
        withoutActuallyEscaping(body) { body in
            let work = LaneWork(body)
            recruit(count - 1, for: work)
            body(0)
            work.finish()
        }
    }

    private func recruit(_ count: Int, for work: LaneWork) {
        let workers = takeIdle(count)
        for worker in workers { worker.begin(work) }
        for _ in workers.count..<max(workers.count, count) {
            let worker = LaneWorker()
            worker.begin(work)
            let isStarted = maker.start { [self] in
                repeat { worker.takePart() } while keep(worker)
            }
            if !isStarted { return }
        }
    }

    private func takeIdle(_ count: Int) -> [LaneWorker] {
        let process = nacre_process_id()
        return idle.withLock { idle in
            if idle.process != process {
                idle.process = process
                idle.workers = []
            }
            let taken = Array(idle.workers.suffix(count))
            idle.workers.removeLast(taken.count)
            return taken
        }
    }

    /// Adds a thread to the idle ones.
    /// - Returns: false if there are enough idle threads and this one must end.
    private func keep(_ worker: LaneWorker) -> Bool {
        idle.withLock { idle in
            guard idle.workers.count < POSIXCalls.processorCount else { return false }
            idle.workers.append(worker)
            return true
        }
    }
}

/// A thread that takes part in one piece of work after another.
private final class LaneWorker: Sendable {
    private let wake = DispatchSemaphore(value: 0)
    private let work = Mutex<LaneWork?>(nil)

    /// Makes the thread take part in a piece of work.
    func begin(_ next: LaneWork) {
        work.withLock { $0 = next }
        wake.signal()
    }

    /// Waits for work and takes part in it. Called on the worker's thread.
    func takePart() {
        wake.wait()
        let next = work.withLock { work in
            defer { work = nil }
            return work
        }
        next?.takePart()
    }
}

/// Work that several threads run at the same time.
private final class LaneWork: Sendable {
    private let state: Mutex<State>
    private let isDone = DispatchSemaphore(value: 0)

    private struct State {
        // SAFETY: the caller of ``LaneThreads/run(_:_:)`` guarantees that the closure is
        // thread-safe.
        nonisolated(unsafe) var body: ((Int) -> Void)?
        /// The number of threads that have taken part, including the caller.
        var count = 1
        /// The number of other threads that are still running.
        var running = 0
        var isAwaited = false
    }

    init(_ body: @escaping (Int) -> Void) {
        nonisolated(unsafe) let body = body
        unsafe state = Mutex(State(body: body))
    }

    /// Runs the closure, unless the work has ended. Called by every thread except the caller's.
    func takePart() {
        guard runBody() else { return }
        let isLast = state.withLock { state in
            state.running -= 1
            return state.running == 0 && state.isAwaited
        }
        if isLast { isDone.signal() }
    }

    /// Runs the closure in a separate function, so no reference to it is left on return.
    private func runBody() -> Bool {
        let begun = state.withLock { state -> (number: Int, body: (Int) -> Void)? in
            guard let body = unsafe state.body else { return nil }
            state.running += 1
            defer { state.count += 1 }
            return (state.count, body)
        }
        guard let begun else { return false }
        begun.body(begun.number)
        return true
    }

    /// Ends the work: prevents threads from beginning and waits for those that have begun. Called
    /// by the caller.
    func finish() {
        let isRunning = state.withLock { state in
            unsafe state.body = nil
            state.isAwaited = state.running > 0
            return state.isAwaited
        }
        if isRunning { isDone.wait() }
    }
}
