public import NacreEngine
internal import NacreFormat

/// A request's result, and its difference from the former result in the form that a list on the
/// screen needs.
///
/// Apply the difference to the former list in this order: remove the objects at `removals` and at
/// the origins of `moves`, from the back; insert the objects at `insertions` and at the
/// destinations of `moves`, from the front; replace the objects at `updates`.
public struct ResultChange<Owner: Entity>: Sendable {
    /// The new result.
    public let objects: [Owner]
    /// The places in the former result of objects that are no longer in the result, ascending.
    public let removals: [Int]
    /// The places in the new result of objects that were not in the former one, ascending.
    public let insertions: [Int]
    /// The moves of objects whose place among the objects that stayed is another one; as few as
    /// possible.
    public let moves: [ResultMove]
    /// The places in the new result of objects that are in both and changed, ascending.
    public let updates: [Int]

    /// Returns the change from a result of another request to this one.
    /// - Parameter count: The number of objects of the other result.
    package func replacing(_ count: Int) -> ResultChange {
        ResultChange(
            objects: objects, removals: Array(0..<count), insertions: Array(objects.indices),
            moves: [], updates: [])
    }
}

/// The results of a request, each with its changes: first the current result, then a new one
/// whenever commits have changed it. Several commits that come faster than results are read make
/// one result. The sequence ends like ``Commits``.
///
/// Only objects that commits have touched are tested again and sorted into the result; the others
/// stay as they were. The request runs again in full if it has a limit, an offset or a cursor, if
/// it goes through references or fetches objects that hold others, or if many objects were changed
/// at once. Only objects that were changed are decoded again.
public struct ResultChanges<Owner: Entity>: AsyncSequence, Sendable {
    /// One result with its changes.
    public typealias Element = ResultChange<Owner>
    /// The error that reading throws.
    public typealias Failure = StoreError

    private let store: Store
    private let request: FetchRequest<Owner>

    init(_ store: Store, _ request: FetchRequest<Owner>) {
        self.store = store
        self.request = request
    }

    /// Starts an iteration, from now on.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(store, request) }

    /// An iteration over the results. Only one task at a time may use it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var watch: RequestWatch<Owner>?
        /// The reason why there is no watch.
        private var failure: StoreError?

        init(_ store: Store, _ request: FetchRequest<Owner>) {
            do throws(StoreError) {
                watch = try RequestWatch(request, store.database, store.registry)
            } catch {
                failure = error
            }
        }

        /// Returns the current result without waiting. To be called before any other.
        /// - Returns: The result; nil if the store was closed.
        package mutating func first() throws(StoreError) -> ResultChange<Owner>? {
            if let failure { throw failure }
            return try watch?.first()
        }

        /// Returns the next result; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> ResultChange<Owner>? {
            if let failure { throw failure }
            return try await watch?.next(isolation: actor)
        }

        /// Returns the next result; nil at the end.
        public mutating func next() async throws(StoreError) -> ResultChange<Owner>? {
            try await next(isolation: nil)
        }
    }
}

/// The results of a request without their changes: see ``ResultChanges``.
public struct ResultValues<Owner: Entity>: AsyncSequence, Sendable {
    /// One result.
    public typealias Element = [Owner]
    /// The error that reading throws.
    public typealias Failure = StoreError

    /// The results with the changes from each former result.
    ///
    /// ```swift
    /// for try await change in store.values(of: City.all).changes {
    ///     table.remove(at: change.removals)
    /// }
    /// ```
    public let changes: ResultChanges<Owner>

    /// Starts an iteration, from now on.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(changes: changes.makeAsyncIterator())
    }

    /// An iteration over the results. Only one task at a time may use it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var changes: ResultChanges<Owner>.AsyncIterator

        /// Returns the next result; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> [Owner]? {
            try await changes.next(isolation: actor)?.objects
        }

        /// Returns the next result; nil at the end.
        public mutating func next() async throws(StoreError) -> [Owner]? {
            try await next(isolation: nil)
        }
    }
}

extension Store {
    /// Returns the objects of a request, now and whenever they have changed.
    ///
    /// ```swift
    /// for try await cities in store.values(of: City.where { $0.population > 1_000_000 }) {
    ///     show(cities)
    /// }
    /// ```
    /// - Parameter request: The request, which may have an order, a limit and an offset. If it is
    ///   invalid, reading the first result throws.
    public func values<Owner: Entity>(
        of request: FetchRequest<Owner>
    ) -> ResultValues<Owner> {
        ResultValues(changes: ResultChanges(self, request))
    }
}
