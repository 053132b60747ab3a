public import NacreEngine

/// What happens to one object: each of its updates, and at last its deletion.
///
/// ```swift
/// for try await change in try store.changes(of: City.self, "NO-OSL") { ... }
/// ```
/// Begins where it is made, as ``Commits`` do, and ends behind the deletion.
public struct ObjectChanges<Owner: Entity>: AsyncSequence, Sendable {
    /// One change.
    public typealias Element = Change<Owner>
    /// What goes wrong: `historyGone`, `undecodable`, `corrupt`.
    public typealias Failure = StoreError

    private let commits: Commits
    private let id: Owner.ID

    init(_ store: Store, _ id: Owner.ID) throws(StoreError) {
        _ = try store.registry.binding(Owner.self)
        commits = store.commits
        self.id = id
    }

    /// An iteration.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(commits: commits.makeAsyncIterator(), id: id)
    }

    /// Goes through the changes. To be used by one task at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var commits: Commits.AsyncIterator
        let id: Owner.ID
        private var isOver = false

        init(commits: Commits.AsyncIterator, id: Owner.ID) {
            self.commits = commits
            self.id = id
        }

        /// The next change; nil behind the deletion, and where the commits end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> Change<Owner>? {
            while !isOver, let commit = try await commits.next(isolation: actor) {
                guard let change = try commit.change(of: id, Owner.self) else { continue }
                if case .deleted = change { isOver = true }
                return change
            }
            return nil
        }

        /// The next change.
        public mutating func next() async throws(StoreError) -> Change<Owner>? {
            try await next(isolation: nil)
        }
    }
}

extension Commit {
    /// What it did to one object; nil if nothing, or if it inserted it.
    /// - Throws: `unknownEntity` if the store was not opened with the type, `undecodable`,
    ///   `corrupt`, and `invalidValue` for an id that cannot be stored.
    public func change<Owner: Entity>(
        of id: Owner.ID, _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> Change<Owner>? {
        let binding = try registry.binding(type)
        let value = try StoreError.typed { try Owner.storedID(id).value }
        return try binding.change(of: value, in: content)
    }
}

extension Store {
    /// The changes of the object with an id, from now on.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func changes<Owner: Entity>(
        of type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> ObjectChanges<Owner> {
        try ObjectChanges(self, id)
    }

    /// The changes of an object, from now on.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func changes<Owner: Entity>(
        of id: ObjectID<Owner>
    ) throws(StoreError) -> ObjectChanges<Owner> where Owner.ID == ObjectID<Owner> {
        try ObjectChanges(self, id)
    }

    /// Calls back for each change of an object, until the token goes away, the object was deleted,
    /// or the store is closed.
    ///
    /// ```swift
    /// let token = try store.observe("NO-OSL", of: City.self) { change in
    ///     switch change {
    ///     case .updated(let update): print(update.old, update.new)
    ///     case .deleted(let last): print(last.name, "is gone")
    ///     }
    /// } onFailure: { error in
    ///     print("There is more that was not told:", error)
    /// }
    /// ```
    /// - Parameters:
    ///   - id: of the object. It need not be there yet.
    ///   - type: of the object.
    ///   - executor: whose threads the callbacks are made on; nil for those that all tasks share,
    ///     where they come late if others keep these busy.
    ///   - body: called for one change after another.
    ///   - onFailure: called at most once, instead of further changes: with `historyGone` if the
    ///     callbacks were too slow, `undecodable`, `corrupt`.
    /// - Returns: the observation, which lasts as long as this is held.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func observe<Owner: Entity>(
        _ id: Owner.ID, of type: Owner.Type, on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @Sendable (Change<Owner>) -> Void,
        onFailure: @escaping @Sendable (StoreError) -> Void
    ) throws(StoreError) -> ObservationToken {
        let changes = try changes(of: type, id)
        return ObservationToken(
            Task.detached(executorPreference: executor) {
                do throws(StoreError) {
                    for try await change in changes {
                        if Task.isCancelled { return }
                        body(change)
                    }
                } catch {
                    onFailure(error)
                }
            })
    }

    /// The same by the id of an entity without one of its own.
    public func observe<Owner: Entity>(
        _ id: ObjectID<Owner>, on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @Sendable (Change<Owner>) -> Void,
        onFailure: @escaping @Sendable (StoreError) -> Void
    ) throws(StoreError) -> ObservationToken where Owner.ID == ObjectID<Owner> {
        try observe(id, of: Owner.self, on: executor, body, onFailure: onFailure)
    }
}

/// An observation, for as long as it is held. Thread-safe.
public final class ObservationToken: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    /// Ends it now. A callback that runs is not waited for.
    public func cancel() { task.cancel() }

    deinit { task.cancel() }
}
