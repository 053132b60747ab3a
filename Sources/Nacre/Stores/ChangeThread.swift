internal import Dispatch
internal import Synchronization

/// Where the closures of asynchronous changes run, one after another: they wait for the disk, which
/// the threads of Swift's tasks must not.
final class ChangeThread: Sendable {
    private let queue = DispatchQueue(label: "nacre.changes")

    /// - Throws: what the closure throws, or `CancellationError` if the task was cancelled before
    ///   the closure began.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let cancelled = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Swift.Result {
                            guard !cancelled.isCancelled else { throw CancellationError() }
                            return try body()
                        })
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
