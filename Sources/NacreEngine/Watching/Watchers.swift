internal import Dispatch
internal import Synchronization

/// The followers of the results of a store. It reads each commit once, and signals only those whose
/// results the commit can change. The others are neither woken nor looked at.
///
/// Small commits are looked up by the thread that publishes them, because waking another thread
/// would cost more. It never waits: if the table is in use, its user goes on with the commit.
///
/// Invariants:
/// 1. There is a feed if and only if there is a watcher.
/// 2. If `isBehind` is set while the table is free, a thread is about to look at it.
/// 3. The feed is only used while the table is locked, and released while it is not: its end waits
///    for a publication, which may wait for nothing.
final class Watchers: Sendable {
    private struct State {
        var feed: CommitFeed?
        var table: WatchTable
        /// The reason why no more commits can be read.
        var failure: StoreError?
        var isEnded = false

        /// Whether watchers can be added.
        var isUsable: Bool { feed?.isEnded == false && failure == nil }

        /// Reads the commits up to now.
        /// - Returns: The signals to send once the state is not locked any more.
        mutating func follow() -> [WatchTable.Signal] {
            guard let feed, failure == nil, !isEnded else { return [] }
            var signals: [WatchTable.Signal] = []
            do throws(StoreError) {
                while let commit = try feed.next() {
                    if let base = feed.base { signals += table.note(commit, after: base) }
                }
            } catch {
                failure = error
                return table.signals
            }
            guard feed.isEnded else { return signals }
            isEnded = true
            return table.signals
        }
    }

    private let state: Mutex<State>
    /// Whether versions were published that were not looked at.
    private let isBehind = Atomic(false)
    /// Whether a thread of the queue is about to look at them.
    private let isScheduled = Atomic(false)

    /// The maximum size, in bytes, of the log that a publishing thread reads.
    private static let bytesMax = 4096

    /// - Parameter makeFeed: Makes the feed of the commits from now on, which calls a closure when
    ///   there may be more to read.
    init(
        _ makeFeed: (@escaping @Sendable () -> Void) throws(StoreError) -> CommitFeed
    ) throws(StoreError) {
        let receiver = Receiver()
        let feed = try makeFeed { receiver.receive() }
        guard let snapshot = feed.snapshot else {
            preconditionFailure("a feed from now on has a snapshot")
        }
        state = Mutex(
            State(feed: feed, table: WatchTable(snapshot.catalog, snapshot.idKey)))
        receiver.target.withLock { $0.watchers = self }
    }

    /// The receiver of publications. The feed retains it, and it does not retain the watchers.
    private final class Receiver: Sendable {
        let target = Mutex(WeakWatchers())

        func receive() { target.withLock { $0.watchers }?.receive() }
    }

    // MARK: Watchers

    /// Adds a watcher of the commits from now on.
    /// - Returns: Its slot; nil if these watchers have come to their end.
    func add(
        _ interest: Interest, _ holds: HistoryHolds?, _ signal: @escaping WatchTable.Signal
    ) -> Int? {
        locked { state in
            guard state.isUsable else { return (nil, []) }
            let signals = state.follow()
            guard state.isUsable else { return (nil, signals) }
            return (state.table.add(interest, holds, signal), signals)
        }
    }

    /// Adds the first watcher.
    func addFirst(
        _ interest: Interest, _ holds: HistoryHolds?, _ signal: @escaping WatchTable.Signal
    ) -> Int {
        locked { ($0.table.add(interest, holds, signal), []) }
    }

    func remove(_ slot: Int) {
        // Released here, outside of the lock.
        let feed: CommitFeed? = locked { state in
            state.table.remove(slot)
            guard state.table.isEmpty else { return (nil, []) }
            defer { state.feed = nil }
            return (state.feed, [])
        }
        withExtendedLifetime(feed) {}
    }

    func take(_ slot: Int) throws(StoreError) -> Watcher.News {
        let news = locked { state -> (Result<Watcher.News, StoreError>, [WatchTable.Signal]) in
            let signals = state.follow()
            if let failure = state.failure { return (.failure(failure), signals) }
            let news = state.table.take(slot)
            return (
                .success(
                    Watcher.News(
                        snapshot: state.feed?.snapshot, touched: news?.touched,
                        isEnded: state.isEnded, hold: news?.hold)), signals
            )
        }
        return try news.get()
    }

    private func locked<Value: Sendable>(
        _ body: (inout State) -> (Value, [WatchTable.Signal])
    ) -> Value {
        let (value, signals) = state.withLock { body(&$0) }
        for signal in signals { signal() }
        catchUp()
        return value
    }

    // MARK: Publications

    private func receive() {
        isBehind.store(true, ordering: .sequentiallyConsistent)
        catchUp()
    }

    /// Looks at what was published, if that is little and no other thread has the table, which
    /// would call this itself afterwards.
    private func catchUp() {
        while isBehind.load(ordering: .sequentiallyConsistent) {
            let signals = state.withLockIfAvailable { state -> [WatchTable.Signal]? in
                guard state.feed?.isAhead(byAtMost: Self.bytesMax) ?? true else { return nil }
                isBehind.store(false, ordering: .sequentiallyConsistent)
                return state.follow()
            }
            guard let signals else { return }
            guard let signals else { return schedule() }
            for signal in signals { signal() }
        }
    }

    private func schedule() {
        guard !isScheduled.exchange(true, ordering: .sequentiallyConsistent) else { return }
        DispatchQueue.global().async { [weak self] in self?.catchUpLater() }
    }

    private func catchUpLater() {
        isScheduled.store(false, ordering: .sequentiallyConsistent)
        locked { state in
            isBehind.store(false, ordering: .sequentiallyConsistent)
            return ((), state.follow())
        }
    }
}

/// The watchers of a store, as long as there are any.
struct WeakWatchers {
    weak var watchers: Watchers?
}
