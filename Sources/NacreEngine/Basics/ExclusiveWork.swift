internal import Synchronization

/// Work that one thread at a time does, and that may call back into its caller's code. The caller
/// must not begin it again in there, because waiting for itself would never end. Thread-safe.
struct ExclusiveWork: ~Copyable, Sendable {
    private let working = Mutex(())
    /// The thread that holds `working`; 0 if none does.
    private let thread = Atomic<UInt64>(0)

    /// Runs a closure while no other thread does.
    /// - Throws: `nestedChanges` if this thread is inside of it already.
    func alone<Result>(_ body: () throws -> Result) throws -> Result {
        let current = currentThread()
        try checkNotInside()
        var outcome: Swift.Result<Result, any Error>?
        working.withLock { _ in
            thread.store(current, ordering: .relaxed)
            defer { thread.store(0, ordering: .relaxed) }
            outcome = Swift.Result { try body() }
        }
        guard let outcome else { throw StoreError(.closed, "The store was closed.") }
        return try outcome.get()
    }

    /// Throws if this thread is running inside ``alone(_:)``.
    func checkNotInside() throws(StoreError) {
        guard thread.load(ordering: .relaxed) != currentThread() else {
            throw StoreError(
                .nestedChanges,
                "A compaction, a checkpoint, work on indexes or the closing of the store was begun"
                    + " inside of such work. Begin it afterwards.")
        }
    }

    /// Waits until no thread is working.
    func wait() { working.withLock { _ in } }
}
