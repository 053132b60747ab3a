package import NacreFormat
internal import Synchronization

/// Delivers the commits of a store to one consumer: each once, in order, from a given place on. The
/// writer never waits for the consumer. Commits not yet delivered remain in the log, which
/// compaction leaves alone up to a limit. A consumer that lags further behind gets an error, never
/// a gap. Thread-safe.
package final class CommitFeed: Sendable {
    /// Receives published versions.
    private final class Inbox: Sendable {
        struct State {
            var newest: Version?
            var isClosed = false
        }
        let state = Mutex(State())
    }

    private struct State {
        /// A snapshot after the last commit of the previous stretch; nil before the first stretch
        /// that began at a token was read.
        var base: DatabaseSnapshot?
        var token: CommitToken
        /// Reads the stretch of commits from there to a newer version.
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

    /// The name under which statistics show the segments that a consumer keeps from being removed.
    private static let label = "commits"

    /// The parts of an open store that a feed uses.
    struct Store {
        let path: String
        let published: PublishedVersion
        let holds: HistoryHolds
        let environment: Environment
        /// Returns the history that a snapshot holds.
        let history: (DatabaseSnapshot) throws(StoreError) -> FoundHistory
    }

    /// Starts a feed.
    /// - Parameters:
    ///   - token: The token of the last commit that the consumer knows; nil to begin with the next
    ///     one.
    ///   - onPublish: Called when there may be more to read, and when the store closes, on a thread
    ///     that must not wait.
    init(
        _ store: Store, since token: CommitToken?, onPublish: @escaping @Sendable () -> Void
    ) throws(StoreError) {
        let inbox = Inbox()
        let (published, holds) = (store.published, store.holds)
        // Added before the version is taken, so that no compaction from now on affects the feed.
        let hold = holds.add(token?.commit ?? CommitNumber(0))
        let (version, isFinal, observer) = published.add { version in
            inbox.state.withLock { state in
                if version == nil { state.isClosed = true }
                state.newest = version ?? state.newest
            }
            onPublish()
        }
        if isFinal { inbox.state.withLock { $0.isClosed = true } }
        var state: State?
        defer {
            if state == nil {
                published.removeObserver(observer)
                holds.remove(hold)
            }
        }
        guard let version else { throw StoreError.closed(store.path) }
        let head = DatabaseSnapshot(version, label: Self.label, store.environment)
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
        _ store: Store, _ head: DatabaseSnapshot, since token: CommitToken?
    ) throws(StoreError) -> State {
        let end = head.token
        let token = token?.ofStore(end.store)
        guard let token, token != end else { return State(base: head, token: end) }
        guard token.store == end.store else {
            throw StoreError(
                .invalidValue,
                "The token is of another store, \(token.store). This one is \(end.store).",
                file: store.path)
        }
        let reader = try CommitReader(since: token, in: store.history(head))
        return State(token: token, reader: reader)
    }

    deinit {
        published.removeObserver(observer)
        holds.remove(hold)
    }

    /// The place after the last delivered commit.
    package var token: CommitToken { state.withLock { $0.token } }

    /// The state after the last delivered commit; nil while a stretch of commits is being read, up
    /// to the call of ``next()`` that reaches its end.
    package var snapshot: DatabaseSnapshot? {
        state.withLock { $0.reader == nil ? $0.base : nil }
    }

    /// The state before the stretch with the last delivered commit, until ``next()`` reaches the
    /// stretch's end; nil in the first stretch if it began at a token.
    var base: DatabaseSnapshot? { state.withLock { $0.base } }

    /// Returns the next commit, which may take any time to read; nil if there is none yet.
    /// - Throws: `historyGone` if the consumer was too slow, `corrupt`. All later calls throw the
    ///   same error.
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
                // Otherwise a consumer that notes its place would never come to an end.
                if commit.isBookkeeping { continue }
                return commit
            }
            if let reader = state.reader {
                state.base = reader.head
                state.reader = nil
                holds.move(hold, to: reader.head.commit)
            }
            guard let base = state.base, let head = takeNewest(like: base) else { return nil }
            guard head.commit > base.commit else {
                // Only its records are in other places. The segments they were in before may be
                // removed.
                state.base = head
                continue
            }
            state.reader = try CommitReader(from: base, to: head)
        }
    }

    private func takeNewest(like base: DatabaseSnapshot) -> DatabaseSnapshot? {
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

    /// Returns whether ``next()`` has to read at most this many bytes of the log to reach the
    /// newest commit.
    func isAhead(byAtMost bytes: Int) -> Bool {
        state.withLock { state in
            guard let newest = inbox.state.withLock({ $0.newest }) else { return true }
            guard state.reader == nil, let base = state.base?.version.end,
                base.segment == newest.end.segment
            else { return false }
            return newest.end.offset - base.offset <= bytes
        }
    }

    /// Whether no more commits arrive than ``next()`` still returns: the store was closed, or it is
    /// open for reading only and follows no writer.
    package var isEnded: Bool { inbox.state.withLock { $0.isClosed && $0.newest == nil } }
}

extension DatabaseSnapshot {
    package var storeID: StoreID { version.logEnd.cursor.storeID }

    /// The place after its newest commit.
    package var token: CommitToken {
        CommitToken(store: storeID, commit: commit, digest: digest)
    }
}
