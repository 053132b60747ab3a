public import NacreEngine
internal import Synchronization

/// The commits of a store, each once and in their order, without an end as long as the store is
/// open. Ends when its task is cancelled, and after the last commit of a store that was closed
/// or is open read-only.
///
/// The first iteration begins where the sequence was made, also if it is gone through later; every
/// further one where it begins itself. The writer never waits for whoever iterates: commits that
/// were not taken yet stand in the log. Compaction spares them up to 256 MiB; a consumer that lags
/// behind that gets `historyGone`, and never a gap. Iterating does not keep the store open.
///
/// With a durability other than ``Durability/durable`` commits come when they are seen by readers,
/// which may be before they are on the disk.
public struct Commits: AsyncSequence, Sendable {
    /// One commit.
    public typealias Element = Commit
    /// What goes wrong: `historyGone`, `corrupt`, `closed`.
    public typealias Failure = StoreError

    private let first: FirstSubscription
    private let database: Database
    private let registry: EntityRegistry

    init(_ store: Store) {
        database = store.database
        registry = store.registry
        first = FirstSubscription(Self.subscribe(store.database, store.registry))
    }

    init(_ store: Store, since token: CommitToken) throws(StoreError) {
        database = store.database
        registry = store.registry
        first = FirstSubscription(
            .success(try CommitSubscription(store.database, store.registry, since: token)))
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

    /// An iteration.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(first.take() ?? Self.subscribe(database, registry))
    }

    /// Goes through the commits. To be used by one task at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: Result<CommitSubscription, StoreError>
        private var signals: AsyncStream<Void>.AsyncIterator?

        init(_ subscription: Result<CommitSubscription, StoreError>) {
            self.subscription = subscription
            signals = try? subscription.get().signals.makeAsyncIterator()
        }

        /// The next commit; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> Commit? {
            let subscription = try subscription.get()
            while !Task.isCancelled {
                if let commit = try subscription.next() { return commit }
                if subscription.feed.isEnded { return nil }
                guard await signals?.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }

        /// The next commit.
        public mutating func next() async throws(StoreError) -> Commit? {
            try await next(isolation: nil)
        }
    }
}

/// Where a sequence was made, until an iteration begins there.
private final class FirstSubscription: Sendable {
    private let state: Mutex<Result<CommitSubscription, StoreError>?>

    init(_ subscription: Result<CommitSubscription, StoreError>) { state = Mutex(subscription) }

    func take() -> Result<CommitSubscription, StoreError>? {
        state.withLock { state in
            defer { state = nil }
            return state
        }
    }
}

extension Store {
    /// The commits from now on, whoever makes them. Of a store that was closed the first one throws
    /// `closed`. A store that is open read-only stays as it was opened: there are none, and the
    /// sequence ends at once.
    ///
    /// ```swift
    /// let commits = store.commits
    /// Task {
    ///     for try await commit in commits { print(commit.number, commit.author ?? "") }
    /// }
    /// ```
    public var commits: Commits { Commits(self) }

    /// The commits behind a place in the history, those that were made meanwhile first: to go on
    /// where a former process has stopped.
    ///
    /// ```swift
    /// let token = CommitToken(UserDefaults.standard.string(forKey: "synced") ?? "")
    /// let commits = try token.map { try store.commits(since: $0) } ?? store.commits
    /// ```
    /// Finding the revisions before those commits takes a pass over the log, some 0.3 s for a
    /// million objects.
    /// - Parameter token: of the last commit that is known.
    /// - Throws: `historyGone` if compaction has joined those commits since, or the token's commit
    ///   is not in this store's history: begin anew with a ``snapshot(label:)`` and ``commits``.
    ///   `invalidValue` for a token of another store; `closed`, `io`, `corrupt`.
    public func commits(since token: CommitToken) throws(StoreError) -> Commits {
        try Commits(self, since: token)
    }
}

extension Snapshot {
    /// The place behind its newest commit, to go on from with ``Store/commits(since:)``.
    public var token: CommitToken { content.token }
}
