internal import NacreEngine

extension Store {
    /// Reads the newest committed state in the background: the caller's actor is free meanwhile.
    ///
    /// ```swift
    /// let found = try await store.read(deadline: .now + .seconds(1)) { snapshot in
    ///     try snapshot.fetch(City.where { $0.notes.contains(text) })
    /// }
    /// ```
    /// All reads of the closure see one state. When the task is cancelled or the deadline passes,
    /// the current read throws, and so does every later one. A scan stops within 64 objects. A sort
    /// or a lookup in an index finishes its step first.
    /// - Parameters:
    ///   - deadline: The time at which reading has to end; nil for no deadline.
    ///   - label: The snapshot's label, as for ``snapshot(label:)``.
    ///   - body: Runs once, on a thread of Swift's pool. The snapshot can be kept longer, but the
    ///     deadline stays with it.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError`` with `cancelled`, `deadlineExceeded`, or `closed` after
    ///   ``close()``, and the errors of `body`.
    @concurrent
    public func read<Result: Sendable>(
        deadline: ContinuousClock.Instant? = nil, label: String? = nil,
        _ body: @Sendable (Snapshot) throws -> Result
    ) async throws -> Result {
        let limit = ReadLimit(deadline: deadline)
        let snapshot = try database.snapshot(label: label).limited(by: limit)
        return try await withTaskCancellationHandler {
            try limit.check()
            return try body(Snapshot(snapshot, registry))
        } onCancel: {
            limit.cancel()
        }
    }
}
