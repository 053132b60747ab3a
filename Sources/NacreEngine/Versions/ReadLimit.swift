internal import Synchronization

/// A limit that stops reads at a deadline or when they are cancelled. Reads check it before each
/// block of records. Thread-safe.
package final class ReadLimit: Sendable {
    private let deadline: ContinuousClock.Instant?
    private let isCancelled = Atomic(false)

    /// - Parameter deadline: The deadline; nil for none.
    package init(deadline: ContinuousClock.Instant?) { self.deadline = deadline }

    package func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Checks whether reads may continue.
    /// - Throws: `cancelled` or `deadlineExceeded` once reads must stop.
    package func check() throws(StoreError) {
        if isCancelled.load(ordering: .relaxed) {
            throw StoreError(.cancelled, "The read was cancelled before its end.")
        }
        if let deadline, ContinuousClock.now >= deadline {
            throw StoreError(
                .deadlineExceeded,
                "The read had not ended at its deadline. Narrow it, allow it more time, or add an"
                    + " index for it: 'explain' shows what it reads.")
        }
    }
}

extension DatabaseSnapshot {
    /// Returns a snapshot of the same state whose reads throw `cancelled` or `deadlineExceeded`
    /// once the limit says so.
    package func limited(by limit: ReadLimit) -> DatabaseSnapshot {
        var snapshot = self
        snapshot.limit = limit
        return snapshot
    }
}
