public import NacreEngine
internal import NacreFormat

/// A request's result, and what has become of the one before: as a list that is shown needs it.
///
/// Apply to the former list, in this order: take out `removals` and where `moves` come from, from
/// the back; put in `insertions` and where `moves` go to, from the front; replace `updates`.
public struct ResultChange<Owner: Entity>: Sendable {
    /// The result as it is now.
    public let objects: [Owner]
    /// Of objects that are no longer in the result: their places in the former one, ascending.
    public let removals: [Int]
    /// Of objects that are in it now and were not: their places in the new one, ascending.
    public let insertions: [Int]
    /// Of objects that stand elsewhere among those that stayed; as few as can be.
    public let moves: [ResultMove]
    /// Of objects that were in both and changed: their places in the new one, ascending.
    public let updates: [Int]
}

/// The results of a request, the present one first and another one whenever commits have changed
/// it, with what has changed. Several commits that come faster than they are taken make one. Ends
/// as ``Commits`` do.
///
/// What commits have touched is asked whether it belongs to the result and where; the other objects
/// stay as they were. The request runs again where it has a limit, an offset or a cursor, goes
/// through references or is of objects that hold others, and where much was changed at once. Only
/// objects that were changed are decoded again.
public struct ResultChanges<Owner: Entity>: AsyncSequence, Sendable {
    /// One result with its changes.
    public typealias Element = ResultChange<Owner>
    /// What goes wrong: what reading throws.
    public typealias Failure = StoreError

    private let store: Store
    private let request: FetchRequest<Owner>

    init(_ store: Store, _ request: FetchRequest<Owner>) {
        self.store = store
        self.request = request
    }

    /// An iteration, from now on.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(store, request) }

    /// Goes through the results. To be used by one task at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var watch: RequestWatch<Owner>?
        /// Why there is none.
        private var failure: StoreError?

        init(_ store: Store, _ request: FetchRequest<Owner>) {
            do throws(StoreError) {
                watch = try RequestWatch(request, store.database, store.registry)
            } catch {
                failure = error
            }
        }

        /// The next result; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> ResultChange<Owner>? {
            if let failure { throw failure }
            return try await watch?.next(isolation: actor)
        }

        /// The next result.
        public mutating func next() async throws(StoreError) -> ResultChange<Owner>? {
            try await next(isolation: nil)
        }
    }
}

/// The results of a request without what has changed: see ``ResultChanges``.
public struct ResultValues<Owner: Entity>: AsyncSequence, Sendable {
    /// One result.
    public typealias Element = [Owner]
    /// What goes wrong: what reading throws.
    public typealias Failure = StoreError

    /// The same with what has become of each former result.
    ///
    /// ```swift
    /// for try await change in store.values(of: City.all).changes {
    ///     table.remove(at: change.removals)
    /// }
    /// ```
    public let changes: ResultChanges<Owner>

    /// An iteration, from now on.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(changes: changes.makeAsyncIterator())
    }

    /// Goes through the results. To be used by one task at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var changes: ResultChanges<Owner>.AsyncIterator

        /// The next result; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> [Owner]? {
            try await changes.next(isolation: actor)?.objects
        }

        /// The next result.
        public mutating func next() async throws(StoreError) -> [Owner]? {
            try await next(isolation: nil)
        }
    }
}

extension Store {
    /// The objects of a request, now and whenever they have changed.
    ///
    /// ```swift
    /// for try await cities in store.values(of: City.where { $0.population > 1_000_000 }) {
    ///     show(cities)
    /// }
    /// ```
    /// - Parameter request: may have an order, a limit and an offset. If it makes no sense, the
    ///   first result throws.
    public func values<Owner: Entity>(
        of request: FetchRequest<Owner>
    ) -> ResultValues<Owner> {
        ResultValues(changes: ResultChanges(self, request))
    }
}
