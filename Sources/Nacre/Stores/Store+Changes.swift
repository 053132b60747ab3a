internal import NacreEngine
internal import NacreFormat

extension Store {
    /// Runs a closure whose changes become visible and durable together when it returns. If it
    /// throws, nothing is changed. Closures run one after another. This one runs on the calling
    /// thread, which waits for the closures before it and for the disk.
    ///
    /// ```swift
    /// let oslo = try store.performChanges(author: "import") { changes in
    ///     try changes.insert(City(code: "NO-OSL", name: "Oslo"))
    /// }
    /// ```
    /// - Parameters:
    ///   - author: The author, stored with the commit for readers of the history.
    ///   - note: A note about the change, stored like the author; at most 4095 bytes together. A
    ///     change with a note makes a commit even if it changes nothing.
    ///   - body: Changes the store through the transaction that it gets, which is valid only
    ///     inside.
    /// - Returns: The closure's result.
    /// - Throws: The closure's error, and ``StoreError``: `nestedChanges` inside another change,
    ///   `readOnly`, `closed`, `diskFull`, `io`, `poisoned` after a write that failed, and
    ///   `internal` after Nacre found a contradiction in its own memory. Its
    ///   ``StoreError/outcome`` says whether the change was committed. It is `notCommitted`, except
    ///   that it is `unknown` until the store is opened again if the disk fails at the last moment.
    ///   It is `committed` if only the data for a ``DidSave`` hook could not be read.
    @discardableResult
    public func performChanges<Result>(
        author: String? = nil, note: String? = nil, _ body: (WriteTransaction) throws -> Result
    ) throws -> Result {
        var written: WrittenCommit?
        let result = try database.performChanges(
            author: author ?? "", note: note ?? "",
            onWrite: hasDidSave ? { written = $0 } : nil
        ) { changes in
            try body(WriteTransaction(changes, registry))
        }
        if let written { try tell(of: written) }
        return result
    }

    /// Runs a closure as the synchronous method does, without blocking the caller's thread. The
    /// closure runs on the store's own thread, as a part of the caller's task: it sees
    /// `Task.isCancelled` and the task-local values. If the task is cancelled before its turn, it
    /// changes nothing and throws `CancellationError`. Once the closure runs, the task may be
    /// cancelled and the change is still made: in a long closure call `Task.checkCancellation()`.
    @discardableResult
    public func performChanges<Result: Sendable>(
        author: String? = nil, note: String? = nil,
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        let (result, written) = try await thread.run(database) {
            var written: WrittenCommit?
            var end: Position?
            let result = try self.database.writeChanges(
                author: author ?? "", note: note ?? "",
                onWrite: self.hasDidSave ? { written = $0 } : nil, awaited: &end
            ) { changes in
                try body(WriteTransaction(changes, self.registry))
            }
            return ((result, written), end)
        }
        if let written { try tell(of: written) }
        return result
    }

    private var hasDidSave: Bool { registry.withHooks { !$0.didSave.isEmpty } }

    /// Calls the ``DidSave`` hooks with a commit.
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
