public import NacreEngine

/// The commits of a store, each once and in order. The sequence goes on as long as the store is
/// open. It ends when its task is cancelled, and after the last commit of a store that was closed,
/// or that is open read-only and follows no writer.
///
/// The first iteration begins at the place where the sequence was made, even if the iteration is
/// started later. Every further iteration begins with the commits after its own start. The writer
/// never waits for a consumer: commits that were not read yet remain in the log. Compaction leaves
/// up to 256 MiB of them alone. A consumer that falls back further gets `historyGone`, never a gap.
/// Iterating does not keep the store open.
///
/// To go on after the process has ended, use a ``Consumer``. Commits that only move the places of
/// consumers are left out, so the numbers may have gaps.
///
/// If the durability is not ``Durability/durable``, commits arrive when readers see them, which may
/// be before they are on the disk.
public struct Commits: AsyncSequence, Sendable {
    /// One commit.
    public typealias Element = Commit
    /// The error: `historyGone`, `corrupt` or `closed`.
    public typealias Failure = StoreError

    private let first: FirstSubscription<CommitSubscription>
    private let database: Database
    private let registry: EntityRegistry
    /// Whether it ends after the commit that was the newest when an iteration began.
    private var isFinite = false

    init(_ store: Store) {
        database = store.database
        registry = store.registry
        first = FirstSubscription(Self.subscribe(store.database, store.registry))
    }

    init(
        _ database: Database, _ registry: EntityRegistry, since token: CommitToken
    ) throws(StoreError) {
        self.database = database
        self.registry = registry
        first = FirstSubscription(
            .success(try CommitSubscription(database, registry, since: token)))
    }

    /// The commits up to the newest one when an iteration begins. The sequence then ends instead of
    /// waiting for further commits.
    ///
    /// ```swift
    /// for try await commit in try store.commits(since: token).endingAtNewest { ... }
    /// ```
    public var endingAtNewest: Commits {
        var commits = self
        commits.isFinite = true
        return commits
    }

    private static func subscribe(
        _ database: Database, _ registry: EntityRegistry
    ) -> Result<CommitSubscription, StoreError> {
        do throws(StoreError) {
            return .success(try CommitSubscription(database, registry))
        } catch {
            return .failure(error)
        }
    }

    /// Starts an iteration.
    public func makeAsyncIterator() -> AsyncIterator {
        // A store that was closed has no later commits: the sequence ends by itself.
        let newest = isFinite ? (try? database.snapshot())?.token.commitNumber : nil
        return AsyncIterator(first.take() ?? Self.subscribe(database, registry), upTo: newest)
    }

    /// An iteration over the commits. Only one task at a time may use it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: Result<CommitSubscription, StoreError>
        private var signals: AsyncStream<Void>.AsyncIterator?

        /// The last commit to be returned; nil if there is none.
        private let last: UInt64?

        init(
            _ subscription: Result<CommitSubscription, StoreError>, upTo last: UInt64? = nil
        ) {
            self.subscription = subscription
            self.last = last
            signals = try? subscription.get().signals.makeAsyncIterator()
        }

        /// Returns the next commit; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> Commit? {
            let subscription = try subscription.get()
            while !Task.isCancelled {
                if isAtEnd(subscription) { return nil }
                if let commit = try subscription.next() { return commit }
                // The last commits may be some that are left out.
                if isAtEnd(subscription) || subscription.feed.isEnded { return nil }
                guard await signals?.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }

        /// Whether the commits up to the last one to be returned were read.
        private func isAtEnd(_ subscription: CommitSubscription) -> Bool {
            last.map { subscription.feed.token.commitNumber >= $0 } ?? false
        }

        /// Returns the next commit; nil at the end.
        public mutating func next() async throws(StoreError) -> Commit? {
            try await next(isolation: nil)
        }
    }
}

extension Store {
    /// The commits from now on, whichever part of the program makes them. If the store was closed,
    /// reading the first commit throws `closed`. A store that is open read-only has the commits
    /// of the writer in the same process. Without a writer there are none, and the sequence ends at
    /// once.
    ///
    /// ```swift
    /// let commits = store.commits
    /// Task {
    ///     for try await commit in commits { print(commit.number, commit.author ?? "") }
    /// }
    /// ```
    public var commits: Commits { Commits(self) }

    /// Returns the commits after a place in the history, beginning with those that were made since.
    /// Use it to continue where a former process stopped.
    ///
    /// ```swift
    /// let token = CommitToken(UserDefaults.standard.string(forKey: "synced") ?? "")
    /// let commits = try token.map { try store.commits(since: $0) } ?? store.commits
    /// ```
    /// Finding the revisions before those commits takes a pass over the log, about 0.3 s for a
    /// million objects.
    /// - Parameter token: The token of the last commit that is known.
    /// - Throws: `historyGone` if compaction has joined those commits since, or the token's commit
    ///   is not in this store's history: begin again with a ``snapshot(label:)`` and ``commits``.
    ///   `invalidValue` for a token of another store; `closed`, `io`, `corrupt`.
    public func commits(since token: CommitToken) throws(StoreError) -> Commits {
        try Commits(database, registry, since: token)
    }
}

extension Snapshot {
    /// The place after its newest commit. Continue from there with ``Store/commits(since:)``.
    public var token: CommitToken { content.token }
}
