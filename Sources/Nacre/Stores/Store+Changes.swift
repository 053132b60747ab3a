internal import NacreEngine
internal import NacreFormat

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
    ///   moment it is `unknown` until the store is opened again, else `notCommitted`. It is
    ///   `committed` if only what a ``DidSave`` gets could not be read.
    @discardableResult
    public func performChanges<Result>(
        author: String? = nil, _ body: (WriteTransaction) throws -> Result
    ) throws -> Result {
        var written: WrittenCommit?
        let result = try database.performChanges(
            author: author ?? "", onWrite: hasDidSave ? { written = $0 } : nil
        ) { changes in
            try body(WriteTransaction(changes, registry))
        }
        if let written { try tell(of: written) }
        return result
    }

    /// The same without blocking the caller's thread: the closure runs on the store's own. A task
    /// that was cancelled before its turn changes nothing and throws `CancellationError`.
    @discardableResult
    public func performChanges<Result: Sendable>(
        author: String? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        let (result, written) = try await thread.run(database) {
            var written: WrittenCommit?
            var end: Position?
            let result = try self.database.writeChanges(
                author: author ?? "", onWrite: self.hasDidSave ? { written = $0 } : nil,
                awaited: &end
            ) { changes in
                try body(WriteTransaction(changes, self.registry))
            }
            return ((result, written), end)
        }
        if let written { try tell(of: written) }
        return result
    }

    private var hasDidSave: Bool { registry.withHooks { !$0.didSave.isEmpty } }

    /// Calls whoever wants to know what was saved.
    private func tell(of written: WrittenCommit) throws(StoreError) {
        do {
            guard let content = try written.read() else { return }
            let commit = Commit(content: content, registry: registry)
            for didSave in registry.hooks.didSave { try didSave(commit) }
        } catch {
            throw StoreError.wrapping(error).with(outcome: .committed)
        }
    }
}
