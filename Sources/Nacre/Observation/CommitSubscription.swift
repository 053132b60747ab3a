internal import NacreEngine

/// A feed of commits, and the signals that there may be more to read. For one consumer.
final class CommitSubscription: Sendable {
    let feed: CommitFeed
    let registry: EntityRegistry
    /// Signals that nobody has taken yet are one.
    let signals: AsyncStream<Void>

    init(
        _ store: Database, _ registry: EntityRegistry, since token: CommitToken? = nil
    ) throws(StoreError) {
        let (signals, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        feed = try store.commitFeed(since: token) { signal.yield() }
        self.signals = signals
        self.registry = registry
    }

    /// The next commit, if there is one by now.
    func next() throws(StoreError) -> Commit? {
        try feed.next().map { Commit(content: $0, registry: registry) }
    }
}
