internal import NacreEngine

extension Store {
    /// Runs a closure whose changes become visible and durable together when it returns. When it
    /// throws, nothing was changed. Closures run one after another; this one on the calling thread,
    /// which waits for those before it and for the disk.
    ///
    /// ```swift
    /// let oslo = try store.performChanges(author: "import") { changes in
    ///     try changes.insert(City(code: "NO-OSL", name: "Oslo"))
    /// }
    /// ```
    /// - Parameters:
    ///   - author: kept with the commit, for whoever looks at the history. At most 4095 bytes.
    ///   - body: changes the store by the transaction that it gets, which is good only inside.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws, and ``StoreError``: `nestedChanges` inside of another
    ///   change, `readOnly`, `closed`, `diskFull`, `io`, and `poisoned` after a write that failed.
    ///   Its ``StoreError/outcome`` says what became of the change: if the disk fails at the last
    ///   moment it is `unknown` until the store is opened again, else `notCommitted`.
    @discardableResult
    public func performChanges<Result>(
        author: String? = nil, _ body: (WriteTransaction) throws -> Result
    ) throws -> Result {
        try database.performChanges(author: author ?? "") { changes in
            try body(WriteTransaction(changes, registry))
        }
    }

    /// The same without blocking the caller's thread: the closure runs on the store's own. A task
    /// that was cancelled before its turn changes nothing and throws `CancellationError`.
    @discardableResult
    public func performChanges<Result: Sendable>(
        author: String? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await thread.run(database) {
            try self.database.writeChanges(author: author ?? "") { changes in
                try body(WriteTransaction(changes, self.registry))
            }
        }
    }
}
