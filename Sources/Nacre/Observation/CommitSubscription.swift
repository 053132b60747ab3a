internal import NacreEngine

/// A feed of commits for one consumer, with signals that there may be more to read.
final class CommitSubscription: Sendable {
    let feed: CommitFeed
    let registry: EntityRegistry
    /// The signals. Those that the consumer has not received yet are combined into one.
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

    /// Returns the next commit; nil if there is none yet.
    func next() throws(StoreError) -> Commit? {
        try feed.next().map { Commit(content: $0, registry: registry) }
    }
}
