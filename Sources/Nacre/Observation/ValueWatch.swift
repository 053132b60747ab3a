internal import NacreEngine
internal import NacreFormat

/// Follows a value that is computed from the objects of one entity, for one consumer.
struct ValueWatch<Element> {
    /// Returns the value in a snapshot; nil if it is the last one. The rows are those that commits
    /// since the last value have touched; nil if they are not known.
    typealias Answer = (DatabaseSnapshot, TouchedRows?) throws(StoreError) -> Element?

    private let subscription: WatchSubscription
    private var signals: AsyncStream<Void>.AsyncIterator
    private let answer: Answer
    /// Whether the touched rows are not known: at first, and after an error.
    private var isBehind = true

    init(
        _ database: Database, _ interest: Interest, _ answer: @escaping Answer
    ) throws(StoreError) {
        subscription = try WatchSubscription(database, interest)
        signals = subscription.signals.makeAsyncIterator()
        self.answer = answer
    }

    mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> Element? {
        while !Task.isCancelled {
            let news = try subscription.take()
            if isBehind || news.touched != nil, let snapshot = news.snapshot {
                let touched = isBehind ? nil : news.touched
                isBehind = true
                let value = try answer(snapshot, touched)
                isBehind = false
                if let value { return value }
            }
            if news.isEnded { return nil }
            guard await signals.next(isolation: actor) != nil else { return nil }
        }
        return nil
    }
}
