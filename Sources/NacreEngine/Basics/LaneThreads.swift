internal import CNacreShims
internal import Dispatch
internal import Synchronization

/// Threads that take part in shared work. They are kept between works, since waking one costs a
/// tenth of making one. Where there are none to be had, the work goes on with fewer, or with its
/// caller alone.
///
/// Nothing ever waits for a thread that has not yet begun: work ends when its caller and those that
/// have taken part are done. So works may begin others.
final class LaneThreads: Sendable {
    static let shared = LaneThreads(.system)

    private let maker: ThreadMaker
    private let idle = Mutex(Idle())

    private struct Idle {
        /// The process that has them: a fork copies no threads.
        var process: Int64 = 0
        var workers: [LaneWorker] = []
    }

    init(_ maker: ThreadMaker) { self.maker = maker }

    /// Runs a closure on the calling thread, as number 0, and on others beside it.
    /// - Parameters:
    ///   - count: how many threads take part at most.
    ///   - body: must be good for several threads, which the compiler does not check.
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

    /// - Returns: false if there are enough idle threads: this one is to end.
    private func keep(_ worker: LaneWorker) -> Bool {
        idle.withLock { idle in
            guard idle.workers.count < POSIXCalls.processorCount else { return false }
            idle.workers.append(worker)
            return true
        }
    }
}

/// A thread that takes part in works, one after another.
private final class LaneWorker: Sendable {
    private let wake = DispatchSemaphore(value: 0)
    private let work = Mutex<LaneWork?>(nil)

    /// Has the thread take part in a work.
    func begin(_ next: LaneWork) {
        work.withLock { $0 = next }
        wake.signal()
    }

    /// Waits for a work, and takes part in it. Called on the thread.
    func takePart() {
        wake.wait()
        let next = work.withLock { work in
            defer { work = nil }
            return work
        }
        next?.takePart()
    }
}

/// What several threads do at the same time.
private final class LaneWork: Sendable {
    private let state: Mutex<State>
    private let isDone = DispatchSemaphore(value: 0)

    private struct State {
        // SAFETY: see ``LaneThreads/run(_:_:)``: the caller of that vouches for it.
        nonisolated(unsafe) var body: ((Int) -> Void)?
        /// How many have taken part, with the caller.
        var count = 1
        /// How many of the others have not ended.
        var running = 0
        var isAwaited = false
    }

    init(_ body: @escaping (Int) -> Void) {
        nonisolated(unsafe) let body = body
        unsafe state = Mutex(State(body: body))
    }

    /// Runs the closure unless the work has ended. Called by any thread but the caller's.
    func takePart() {
        guard runBody() else { return }
        let isLast = state.withLock { state in
            state.running -= 1
            return state.running == 0 && state.isAwaited
        }
        if isLast { isDone.signal() }
    }

    /// A function of its own: no reference to the closure is left when it returns.
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

    /// Ends the work: lets no thread begin, and waits for those that have. Called by the caller.
    func finish() {
        let isRunning = state.withLock { state in
            unsafe state.body = nil
            state.isAwaited = state.running > 0
            return state.isAwaited
        }
        if isRunning { isDone.wait() }
    }
}
