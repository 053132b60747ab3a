public import NacreEngine
internal import NacreFormat

/// The changes of one object: each of its updates, and finally its deletion.
///
/// ```swift
/// for try await change in try store.changes(of: City.self, "NO-OSL") { ... }
/// ```
/// The sequence begins at the place where it was made, like ``Commits``, and ends after the
/// deletion. Only commits that change the object wake its consumer.
public struct ObjectChanges<Owner: Entity>: AsyncSequence, Sendable {
    /// One change.
    public typealias Element = Change<Owner>
    /// The error: `historyGone`, `undecodable`, `corrupt`, `closed`, or `invalidValue` for an id
    /// that cannot be stored.
    public typealias Failure = StoreError

    private let first: FirstSubscription<WatchSubscription>
    private let database: Database
    private let binding: EntityBinding<Owner>
    private let id: Owner.ID

    init(_ store: Store, _ id: Owner.ID) throws(StoreError) {
        binding = try store.registry.binding(Owner.self)
        database = store.database
        self.id = id
        first = FirstSubscription(Self.subscribe(store.database, binding, id))
    }

    private static func subscribe(
        _ database: Database, _ binding: EntityBinding<Owner>, _ id: Owner.ID
    ) -> Result<WatchSubscription, StoreError> {
        do throws(StoreError) {
            let schema = binding.definition.schema
            let stored = try StoreError.typed { try Owner.storedID(id).value }
            let query = Query(
                entity: schema.name, filter: .comparison(schema.idAttribute.name, .equal, stored))
            return .success(
                try WatchSubscription(database, Interest(objectsOf: query), readsCommits: true))
        } catch {
            return .failure(error)
        }
    }

    /// Starts an iteration.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(first.take() ?? Self.subscribe(database, binding, id), binding, id)
    }

    /// An iteration over the changes. Only one task at a time may use it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: Result<WatchSubscription, StoreError>
        private var signals: AsyncStream<Void>.AsyncIterator?
        private let binding: EntityBinding<Owner>
        private let id: Owner.ID
        /// The commits that are still to be searched.
        private var commits: CommitStretch?
        private var isOver = false

        init(
            _ subscription: Result<WatchSubscription, StoreError>,
            _ binding: EntityBinding<Owner>, _ id: Owner.ID
        ) {
            self.subscription = subscription
            self.binding = binding
            self.id = id
            signals = try? subscription.get().signals.makeAsyncIterator()
        }

        /// Returns the next change; nil after the deletion and when the commits end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> Change<Owner>? {
            let subscription = try subscription.get()
            while !isOver, !Task.isCancelled {
                if let change = try nextOfCommits() { return change }
                let news = try subscription.take()
                commits = try news.commits()
                if commits != nil { continue }
                if news.isEnded { return nil }
                guard await signals?.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }

        /// Returns the next change in the commits at hand; nil if they have none.
        private mutating func nextOfCommits() throws(StoreError) -> Change<Owner>? {
            let id = try StoreError.typed { try Owner.storedID(self.id).value }
            while let commit = try commits?.next() {
                guard let change = try binding.change(of: id, in: commit) else { continue }
                if case .deleted = change { isOver = true }
                return change
            }
            commits = nil
            return nil
        }

        /// Returns the next change; nil after the deletion and when the commits end.
        public mutating func next() async throws(StoreError) -> Change<Owner>? {
            try await next(isolation: nil)
        }
    }
}
