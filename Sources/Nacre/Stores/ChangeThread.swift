internal import Dispatch
internal import NacreEngine
internal import NacreFormat
internal import Synchronization

/// Runs the closures of asynchronous changes, one after another. They write to the disk, which the
/// threads of Swift's tasks must not wait for. While one commit is being synced on another thread,
/// the next closures run, so the commits of many tasks share a sync.
///
/// A closure stays in its caller's task, which prefers this executor meanwhile (SE-0417): it sees
/// whether the task is cancelled, and the task's local values.
final class ChangeThread: TaskExecutor {
    private let queue = DispatchQueue(label: "nacre.changes")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // SAFETY: the job that runs retains its executor.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// - Throws: The closure's error, or `CancellationError` if the task was cancelled before the
    ///   closure began.
    @concurrent
    func run<Result: Sendable>(
        _ database: Database,
        _ body: @Sendable () throws -> (result: Result, end: Position?)
    ) async throws -> Result {
        let (result, sync) = try await withTaskExecutorPreference(self) {
            try Task.checkCancellation()
            let (result, end) = try body()
            // Begun here: the commit must not wait until a thread of the pool is free.
            return (result, end.map { PendingSync(database, $0) })
        }
        try await sync?.wait()
        return result
    }
}

/// The sync of a commit, which ends before or after its task waits for it.
private final class PendingSync: Sendable {
    private enum State {
        case begun
        case awaited(CheckedContinuation<Void, any Error>)
        case ended(Result<Void, any Error>)
    }

    private let state = Mutex(State.begun)

    init(_ database: Database, _ end: Position) {
        database.whenDurable(end) { self.end($0) }
    }

    private func end(_ outcome: Result<Void, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard case .awaited(let continuation) = state else {
                state = .ended(outcome)
                return nil
            }
            return continuation
        }
        waiting?.resume(with: outcome)
    }

    /// Waits for the end of the sync.
    /// - Throws: The error of the sync.
    func wait() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = state.withLock { state -> Result<Void, any Error>? in
                if case .ended(let outcome) = state { return outcome }
                state = .awaited(continuation)
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }
}
