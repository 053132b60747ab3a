internal import Dispatch
internal import NacreEngine
internal import NacreFormat
internal import Synchronization

/// Runs the closures of asynchronous changes, one after another. They write to the disk, which the
/// threads of Swift's tasks must not wait for. While one commit is being synced on another thread,
/// the next closures run, so the commits of many tasks share a sync.
final class ChangeThread: Sendable {
    private let queue = DispatchQueue(label: "nacre.changes")

    /// - Throws: The closure's error, or `CancellationError` if the task was cancelled before the
    ///   closure began.
    func run<Result: Sendable>(
        _ database: Database,
        _ body: @escaping @Sendable () throws -> (result: Result, end: Position?)
    ) async throws -> Result {
        let cancelled = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    do {
                        guard !cancelled.isCancelled else { throw CancellationError() }
                        let (result, end) = try body()
                        guard let end else { return continuation.resume(returning: result) }
                        database.whenDurable(end) { outcome in
                            continuation.resume(with: outcome.map { result })
                        }
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
        } onCancel: {
            cancelled.cancel()
        }
    }

    private final class Cancellation: Sendable {
        private let flag = Atomic(false)
        var isCancelled: Bool { flag.load(ordering: .relaxed) }
        func cancel() { flag.store(true, ordering: .relaxed) }
    }
}
