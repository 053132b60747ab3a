internal import NacreEngine
internal import NacreFormat

/// Follows a value that is computed from the objects of one entity, for one consumer.
struct ValueWatch<Element> {
    /// Returns the value in a snapshot; nil if it is the last one. The rows are those that commits
    /// since the last value have touched; nil if they are not known.
    typealias Answer = (DatabaseSnapshot, Set<RowNumber>?) throws(StoreError) -> Element?

    private let subscription: CommitSubscription
    private var signals: AsyncStream<Void>.AsyncIterator
    private let entity: EntityNumber
    /// Whether the value depends on objects of other entities.
    private let reachesOthers: Bool
    private let answer: Answer
    /// Whether the touched rows are not known: at first, and after an error.
    private var isBehind = true

    init(
        _ database: Database, _ registry: EntityRegistry, of entity: EntityNumber,
        reachesOthers: Bool, _ answer: @escaping Answer
    ) throws(StoreError) {
        subscription = try CommitSubscription(database, registry)
        signals = subscription.signals.makeAsyncIterator()
        self.entity = entity
        self.reachesOthers = reachesOthers
        self.answer = answer
    }

    mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> Element? {
        while !Task.isCancelled {
            let touched = try subscription.takeTouched(entity, reachesOthers: reachesOthers)
            // Also without touched rows: the value's snapshot would keep files from being freed.
            if let snapshot = subscription.feed.snapshot {
                let rows = isBehind ? nil : touched?.rows ?? []
                isBehind = true
                let value = try answer(snapshot, rows)
                isBehind = false
                if let value { return value }
            }
            if subscription.feed.isEnded { return nil }
            guard await signals.next(isolation: actor) != nil else { return nil }
        }
        return nil
    }
}
