internal import NacreEngine
internal import NacreFormat

/// A follower of a result for one consumer, with signals that commits may have changed it.
final class WatchSubscription: Sendable {
    private let watcher: Watcher
    /// The signals. Those that the consumer has not received yet are combined into one.
    let signals: AsyncStream<Void>

    init(
        _ store: Database, _ interest: Interest, readsCommits: Bool = false
    ) throws(StoreError) {
        let (signals, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        watcher = try store.watch(interest, readsCommits: readsCommits) { signal.yield() }
        self.signals = signals
    }

    /// Takes what has happened since the last call.
    func take() throws(StoreError) -> Watcher.News { try watcher.take() }
}

extension TouchedRows {
    /// All touched rows, of all entities.
    var held: Set<HeldRow> {
        var held: Set<HeldRow> = []
        forEach { held.insert(HeldRow(entity: $0, row: $1)) }
        return held
    }
}
