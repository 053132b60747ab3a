internal import CNacreShims
internal import Dispatch
internal import Synchronization

/// The threads on which the reads of tasks run: at most one for each processor. A search can take
/// seconds, and the threads of Swift's pool must be free for all other tasks meanwhile. Idle
/// threads are kept.
package final class ReadThreads: TaskExecutor {
    package static let shared = ReadThreads(.system, count: POSIXCalls.processorCount)

    private let maker: ThreadMaker
    private let count: Int
    private let state = Mutex(State())

    private struct State {
        /// The process that owns the threads. A fork does not copy threads.
        var process: Int64 = 0
        var idle: [Worker] = []
        /// The number of threads, idle ones included.
        var threads = 0
        /// The jobs that no thread has taken yet.
        var waiting: [UnownedJob] = []
    }

    /// A thread that runs one job after another.
    private final class Worker: Sendable {
        let wake = DispatchSemaphore(value: 0)
        let job = Mutex<UnownedJob?>(nil)
    }

    /// - Parameters:
    ///   - maker: Starts the threads. If it cannot, jobs run on the threads that there are, or on
    ///     the thread that enqueues them.
    ///   - count: The maximum number of threads.
    init(_ maker: ThreadMaker, count: Int) {
        self.maker = maker
        self.count = count
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let process = nacre_process_id()
        let isStarting = state.withLock { state in
            if state.process != process { state = State(process: process) }
            guard state.idle.isEmpty, state.threads < count else {
                hand(job, &state)
                return false
            }
            state.threads += 1
            return true
        }
        guard isStarting else { return }
        let worker = Worker()
        worker.job.withLock { $0 = job }
        worker.wake.signal()
        if maker.start({ [self] in work(worker) }) { return }
        let left = state.withLock { state -> [UnownedJob] in
            state.threads -= 1
            hand(job, &state)
            // No thread is left that would take the waiting jobs.
            guard state.threads == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in left { run(job) }
    }

    /// Gives a job to an idle thread, or lets it wait for the next one.
    private func hand(_ job: UnownedJob, _ state: inout State) {
        guard let worker = state.idle.popLast() else { return state.waiting.append(job) }
        worker.job.withLock { $0 = job }
        worker.wake.signal()
    }

    private func work(_ worker: Worker) {
        while true {
            worker.wake.wait()
            var next = worker.job.withLock { job in
                defer { job = nil }
                return job
            }
            while let job = next {
                run(job)
                next = state.withLock { state in
                    guard !state.waiting.isEmpty else {
                        state.idle.append(worker)
                        return nil
                    }
                    return state.waiting.removeFirst()
                }
            }
        }
    }

    private func run(_ job: UnownedJob) {
        // SAFETY: the job that runs retains its executor.
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
