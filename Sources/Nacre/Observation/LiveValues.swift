public import NacreEngine

/// A value computed from many objects, such as a count, a sum or a list of groups: first the
/// current one, then a new one whenever commits have changed it. Several commits that come faster
/// than values are read make one value. The sequence ends like ``Commits``.
///
/// Only objects that commits have touched are read again: their former values are taken out, and
/// their new ones are added. The value is computed from all objects again if the request has a
/// limit, an offset or a cursor, if it goes through references, or if many objects were changed at
/// once; a least or greatest value also if an object with it leaves, a percentile and a sum of
/// floating-point numbers after each change of its objects. So a value is always the one that the
/// method of the same name returns: a sum of floating-point numbers to the last bit.
public struct LiveValues<Element>: AsyncSequence, Sendable {
    /// The error that reading throws.
    public typealias Failure = StoreError

    private let watch: @Sendable () throws(StoreError) -> ValueWatch<Element>

    init(_ watch: @escaping @Sendable () throws(StoreError) -> ValueWatch<Element>) {
        self.watch = watch
    }

    /// Starts an iteration, from now on.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(watch) }

    /// An iteration over the values. Only one task at a time may use it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var watch: Result<ValueWatch<Element>, StoreError>

        init(_ watch: () throws(StoreError) -> ValueWatch<Element>) {
            self.watch = Result(catching: watch)
        }

        /// Returns the next value; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> Element? {
            var watch = try watch.get()
            defer { self.watch = .success(watch) }
            return try await watch.next(isolation: actor)
        }

        /// Returns the next value; nil at the end.
        public mutating func next() async throws(StoreError) -> Element? {
            try await next(isolation: nil)
        }
    }
}
