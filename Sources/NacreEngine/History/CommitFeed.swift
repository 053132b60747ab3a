package import NacreFormat
internal import Synchronization

/// Delivers the commits of a store to one consumer: each once, in their order, from a place on.
/// Nobody waits for the consumer. Until it comes, its commits stand in the log, which compaction
/// leaves alone up to a limit; who lags behind that gets an error and no gap. Thread-safe.
package final class CommitFeed: Sendable {
    /// Where versions arrive.
    private final class Inbox: Sendable {
        struct State {
            var newest: Version?
            var isClosed = false
        }
        let state = Mutex(State())
    }

    private struct State {
        /// What the consumer has seen.
        var base: Snapshot?
        var token: CommitToken
        /// On the way from there to a newer version.
        var reader: CommitReader?
        var failure: StoreError?
    }

    private let state: Mutex<State>
    private let inbox: Inbox
    private let published: PublishedVersion
    private let observer: UInt64
    private let holds: HistoryHolds
    private let hold: UInt64
    private let environment: Environment

    /// The name under which statistics show what a consumer keeps from being removed.
    private static let label = "commits"

    /// The parts of an open store that a feed works with.
    struct Store {
        let path: String
        let isReadOnly: Bool
        let published: PublishedVersion
        let holds: HistoryHolds
        let environment: Environment
        /// Up to which commit compaction may have left out what commits have replaced.
        let purgedCommit: () throws(StoreError) -> CommitNumber
    }

    /// - Parameters:
    ///   - token: of the last commit that the consumer knows; nil to begin with the next one.
    ///   - onPublish: called whenever there may be more to read, and at the store's end, on a
    ///     thread that must not wait.
    init(
        _ store: Store, since token: CommitToken?, onPublish: @escaping @Sendable () -> Void
    ) throws(StoreError) {
        let inbox = Inbox()
        // Of a store that is only read, nothing comes behind what it was opened with.
        if store.isReadOnly { inbox.state.withLock { $0.isClosed = true } }
        let (published, holds) = (store.published, store.holds)
        // Before the version is taken: what is compacted from now on is none of the feed's.
        let hold = holds.add(token?.commit ?? CommitNumber(0))
        let (version, observer) = published.add { version in
            inbox.state.withLock { state in
                if version == nil { state.isClosed = true }
                state.newest = version ?? state.newest
            }
            onPublish()
        }
        var state: State?
        defer {
            if state == nil {
                published.removeObserver(observer)
                holds.remove(hold)
            }
        }
        guard let version else { throw StoreError.closed(store.path) }
        let head = Snapshot(version, label: Self.label, store.environment)
        state = try Self.start(store, head, since: token)
        guard let state else { throw StoreError.closed(store.path) }
        holds.move(hold, to: state.token.commit)
        self.state = Mutex(state)
        self.inbox = inbox
        self.published = published
        self.observer = observer
        self.holds = holds
        self.hold = hold
        environment = store.environment
    }

    private static func start(
        _ store: Store, _ head: Snapshot, since token: CommitToken?
    ) throws(StoreError) -> State {
        let end = head.token
        guard let token, token != end else { return State(base: head, token: end) }
        guard token.store == end.store else {
            throw StoreError(
                .invalidValue,
                "The token is of another store, \(token.store). This one is \(end.store).",
                file: store.path)
        }
        let reader = try CommitReader(since: token, to: head, purged: store.purgedCommit())
        return State(token: token, reader: reader)
    }

    deinit {
        published.removeObserver(observer)
        holds.remove(hold)
    }

    /// The place behind the last commit that was delivered.
    package var token: CommitToken { state.withLock { $0.token } }

    /// The state behind the last commit that was delivered; nil before a first stretch of commits
    /// behind a token was read to its end.
    package var snapshot: Snapshot? {
        state.withLock { $0.reader == nil ? $0.base : nil }
    }

    /// The next commit, in whatever time it takes to read it; nil if there is none yet.
    /// - Throws: `historyGone` if the consumer was too slow, `corrupt`; then each time.
    package func next() throws(StoreError) -> LoggedCommit? {
        let outcome = state.withLock { state -> Result<LoggedCommit?, StoreError> in
            if let failure = state.failure { return .failure(failure) }
            do throws(StoreError) { return .success(try next(&state)) } catch {
                state.failure = error
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func next(_ state: inout State) throws(StoreError) -> LoggedCommit? {
        while true {
            if let commit = try state.reader?.next() {
                state.token = commit.token
                return commit
            }
            if let reader = state.reader {
                state.base = reader.head
                state.reader = nil
                holds.move(hold, to: reader.head.commit)
            }
            guard let base = state.base, let head = takeNewest(like: base) else { return nil }
            guard head.commit > base.commit else {
                // Only its records stand elsewhere: what stood there before may go.
                state.base = head
                continue
            }
            state.reader = try CommitReader(from: base, to: head)
        }
    }

    private func takeNewest(like base: Snapshot) -> Snapshot? {
        let version = inbox.state.withLock { state in
            defer { state.newest = nil }
            return state.newest
        }
        return version.map { version in
            var snapshot = base
            snapshot.label = SnapshotLabel(Self.label, version, time: environment.now())
            snapshot.version = version
            return snapshot
        }
    }

    /// Whether the store was closed, or is only read, so that nothing comes after what ``next()``
    /// still gives.
    package var isEnded: Bool { inbox.state.withLock { $0.isClosed && $0.newest == nil } }
}

extension Snapshot {
    package var storeID: StoreID { version.logEnd.cursor.storeID }

    /// The place behind its newest commit.
    package var token: CommitToken {
        CommitToken(store: storeID, commit: commit, digest: digest)
    }
}
