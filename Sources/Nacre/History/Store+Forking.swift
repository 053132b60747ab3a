public import NacreEngine

/// New stores of states of this one.
extension Store {
    /// Makes a new store whose newest state is one that this store has or had: a saved game, real
    /// data for a test, or an attempt that may be thrown away. Either store can then be changed,
    /// and neither one sees the changes of the other.
    ///
    /// ```swift
    /// let report = try store.fork(at: .mark("before import"), to: "attempt.nacre")
    /// let attempt = try Store(at: "attempt.nacre", City.self)
    /// ```
    /// The fork has the commits up to that moment, with as much of the history as this store keeps
    /// of them, its policies and its marks. It shares the files on the disk that are never written
    /// again, where the file system can do that, so it takes little time and space. A fork of a
    /// former state is read once, and so takes as long as opening the store without its
    /// checkpoint. Because both stores may rely on the same bytes of the disk, a fork is no
    /// backup.
    ///
    /// - The fork has the present schemas, and shows what ``snapshot(at:label:)`` shows.
    /// - An entity whose own policy does not keep what it was then has no objects in the fork. The
    ///   report names it.
    /// - A ``Consumer`` of this store is dropped in the fork, as if it had fallen behind: its copy
    ///   is not of the fork. A ``CommitToken`` of a commit that only one of them has is refused by
    ///   the other one.
    /// - A backup of this store cannot be replaced by one of the fork, nor the other way round.
    ///
    /// The fork appears as a whole or not at all. The call may be made on any thread that may
    /// wait, also while the store is changed, and on a store that is open for reading only. If the
    /// task is cancelled, the work ends with `CancellationError` and leaves nothing.
    /// - Parameters:
    ///   - point: The moment; nil for the newest commit.
    ///   - destination: The path of the new store: an empty directory, or none yet.
    ///   - verifying: Whether to read and check all of the fork before it appears.
    ///   - progress: Called now and then.
    /// - Throws: ``StoreError``: `historyGone` if the state is older than the ``horizon`` and not
    ///   marked; `invalidValue` for a commit that does not exist yet; `noSuchObject` for a mark
    ///   that does not exist; `uniqueViolation` if objects of then share values that are unique by
    ///   now; `notAStore` if there is anything at the destination; `corrupt`, `locked`, `io`,
    ///   `diskFull`, `closed`, and `nestedChanges` inside a change.
    @discardableResult
    public func fork(
        at point: HistoryPoint? = nil, to destination: String, verifying: Bool = false,
        progress: Progress = { _, _ in }
    ) throws -> ForkReport {
        let commit = try point.map { try self.commit(at: $0) }
        return try database.fork(
            at: commit, to: destination, verifies: verifying,
            progress: { done, total in
                try Task.checkCancellation()
                try progress(done, total)
            })
    }
}
