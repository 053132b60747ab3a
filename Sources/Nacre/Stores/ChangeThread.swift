internal import Dispatch
internal import NacreEngine
internal import NacreFormat

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
        let (result, end) = try await withTaskExecutorPreference(self) {
            try Task.checkCancellation()
            return try body()
        }
        guard let end else { return result }
        return try await withCheckedThrowingContinuation { continuation in
            database.whenDurable(end) { continuation.resume(with: $0.map { result }) }
        }
    }
}
