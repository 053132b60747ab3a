internal import Synchronization

/// A limit that stops reads at a deadline or when they are cancelled. Reads check it before each
/// block of records, and in every other loop whose length depends on the data. Thread-safe.
package final class ReadLimit: Sendable {
    private let deadline: ContinuousClock.Instant?
    private let isCancelled = Atomic(false)
    private let processorsMax: Atomic<Int>

    /// Called at each check, for tests of how often reads check.
    private let onCheck: (@Sendable () -> Void)?

    /// - Parameters:
    ///   - deadline: The deadline; nil for none.
    ///   - processors: The maximum number of processors; nil for all that are free.
    ///   - onCheck: Called at each check, on the thread that reads; nil for nothing.
    package init(
        deadline: ContinuousClock.Instant?, processors: Int? = nil,
        onCheck: (@Sendable () -> Void)? = nil
    ) {
        self.onCheck = onCheck
        self.deadline = deadline
        processorsMax = Atomic(max(1, processors ?? .max))
    }

    /// The maximum number of processors that the reads use at the same time.
    package var processors: Int { processorsMax.load(ordering: .relaxed) }

    /// Limits the reads to one processor.
    package func useOneProcessor() { processorsMax.store(1, ordering: .relaxed) }

    package func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Checks whether reads may continue.
    /// - Throws: `cancelled` or `deadlineExceeded` once reads must stop.
    package func check() throws(StoreError) {
        onCheck?()
        if isCancelled.load(ordering: .relaxed) { throw Self.cancelled }
        if let deadline, ContinuousClock.now >= deadline { throw Self.late }
    }

    package static var cancelled: StoreError {
        StoreError(.cancelled, "The read was cancelled before its end.")
    }

    package static var late: StoreError {
        StoreError(
            .deadlineExceeded,
            "The read had not ended at its deadline. Narrow it, allow it more time, or add an index"
                + " for it: 'explain' shows what it reads.")
    }
}
