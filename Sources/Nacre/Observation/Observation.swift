internal import Foundation
public import NacreEngine
internal import NacreFormat

extension Commit {
    /// Returns the change that the commit made to one object; nil if it made none or inserted the
    /// object.
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
    /// Returns the changes of the object with an id, from now on.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func changes<Owner: Entity>(
        of type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> ObjectChanges<Owner> {
        try ObjectChanges(self, id)
    }

    /// Returns the changes of the object with an id, from now on.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func changes<Owner: Entity>(
        of id: ObjectID<Owner>
    ) throws(StoreError) -> ObjectChanges<Owner> where Owner.ID == ObjectID<Owner> {
        try ObjectChanges(self, id)
    }

    /// Calls a closure for each change of an object, until the token is cancelled or released, the
    /// object is deleted, or the store is closed.
    ///
    /// ```swift
    /// let token = try store.observe(City.self, "NO-OSL") { change in
    ///     switch change {
    ///     case .updated(let update): print(update.old, update.new)
    ///     case .deleted(let last): print(last.name, "is gone")
    ///     }
    /// } onFailure: { error in
    ///     print("There is more that was not told:", error)
    /// }
    /// ```
    /// - Parameters:
    ///   - type: The object's type.
    ///   - id: The object's id. The object need not exist yet.
    ///   - executor: The executor whose threads make the calls; nil for the threads that all tasks
    ///     share, on which calls come late if other tasks keep them busy.
    ///   - body: Called for one change after another.
    ///   - onFailure: Called at most once, instead of further changes: with `historyGone` if the
    ///     calls of `body` were too slow, or with another error of ``ObjectChanges``. By default,
    ///     ``ObservationToken/report(_:)``.
    /// - Returns: The observation, which lasts as long as the token is held.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func observe<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @Sendable (Change<Owner>) -> Void,
        onFailure: @escaping @Sendable (StoreError) -> Void = { ObservationToken.report($0) }
    ) throws(StoreError) -> ObservationToken {
        ObservationToken(try changes(of: type, id), on: executor, body, onFailure)
    }

    /// Calls a closure for each change of an object, found by the id of an entity that has an
    /// ``ObjectID``.
    public func observe<Owner: Entity>(
        _ id: ObjectID<Owner>, on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @Sendable (Change<Owner>) -> Void,
        onFailure: @escaping @Sendable (StoreError) -> Void = { ObservationToken.report($0) }
    ) throws(StoreError) -> ObservationToken where Owner.ID == ObjectID<Owner> {
        try observe(Owner.self, id, on: executor, body, onFailure: onFailure)
    }

    /// Calls a closure for each commit from now on, until the token is cancelled or released, or
    /// the store is closed.
    ///
    /// ```swift
    /// let token = store.observe { commit in
    ///     print(commit.number, commit.author ?? "")
    /// } onFailure: { error in
    ///     print("There are more commits that were not told:", error)
    /// }
    /// ```
    /// - Parameters:
    ///   - executor: The executor whose threads make the calls; nil for the threads that all tasks
    ///     share, on which calls come late if other tasks keep them busy.
    ///   - body: Called for one commit after another.
    ///   - onFailure: Called at most once, instead of further commits: with `historyGone` if the
    ///     calls of `body` were too slow, or with another error of ``Commits``. By default,
    ///     ``ObservationToken/report(_:)``.
    /// - Returns: The observation, which lasts as long as the token is held.
    public func observe(
        on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable (Commit) -> Void,
        onFailure: @escaping @Sendable (StoreError) -> Void = { ObservationToken.report($0) }
    ) -> ObservationToken {
        ObservationToken(commits, on: executor, body, onFailure)
    }
}

extension Store {
    /// Calls a closure on the main actor with an object, now and whenever commits have changed it,
    /// until the token is cancelled or released, the object is deleted, or the store is closed.
    ///
    /// ```swift
    /// let token = try store.observe(id, on: MainActor.shared) { label.text = $0.name }
    /// ```
    /// Several commits that come faster than the closure runs make one call. An object that does
    /// not match the entity's ``Entity/defaultFilter`` counts as deleted.
    /// - Parameters:
    ///   - id: The object's id. The object need not exist yet.
    ///   - actor: The main actor.
    ///   - body: Called with one state of the object after another.
    ///   - onDelete: Called once, when the object was deleted. By default, nothing.
    ///   - onFailure: Called at most once, instead of further states, with an error of
    ///     ``ResultValues``. By default, ``ObservationToken/report(_:)``.
    /// - Returns: The observation, which lasts as long as the token is held.
    /// - Throws: `unknownEntity` if the store was not opened with the type, and `invalidValue` for
    ///   an id that cannot be stored.
    public func observe<Owner: Entity>(
        _ id: ObjectID<Owner>, on actor: MainActor,
        _ body: @escaping @MainActor (Owner) -> Void,
        onDelete: @escaping @MainActor () -> Void = {},
        onFailure: @escaping @MainActor (StoreError) -> Void = { ObservationToken.report($0) }
    ) throws(StoreError) -> ObservationToken where Owner.ID == ObjectID<Owner> {
        try observe(Owner.self, id, on: actor, body, onDelete: onDelete, onFailure: onFailure)
    }

    /// Calls a closure on the main actor with an object, now and whenever commits have changed it.
    /// The object is found by its type and id; see the method for an ``ObjectID``.
    public func observe<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, on actor: MainActor,
        _ body: @escaping @MainActor (Owner) -> Void,
        onDelete: @escaping @MainActor () -> Void = {},
        onFailure: @escaping @MainActor (StoreError) -> Void = { ObservationToken.report($0) }
    ) throws(StoreError) -> ObservationToken {
        let binding = try registry.binding(type)
        let stored: StoredValue
        do { stored = try Owner.storedID(id) } catch { throw StoreError.wrapping(error) }
        let isIt = Filter<Owner>(
            .comparison(binding.definition.schema.idAttribute.name, .equal, stored.value))
        let states = values(of: Owner.where(isIt))
        return ObservationToken(
            Task.detached {
                // Reads off the main actor, and goes there only with a state.
                var isThere = false
                do throws(StoreError) {
                    for try await objects in states {
                        if Task.isCancelled { return }
                        if let object = objects.first {
                            isThere = true
                            await body(object)
                        } else if isThere {
                            return await onDelete()
                        }
                    }
                } catch {
                    await onFailure(error)
                }
            })
    }
}

/// An observation, which ends when its token is released. Thread-safe.
public final class ObservationToken: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    init<Element: Sendable>(
        _ elements: some AsyncSequence<Element, StoreError> & Sendable,
        on executor: (any TaskExecutor)?, _ body: @escaping @Sendable (Element) -> Void,
        _ onFailure: @escaping @Sendable (StoreError) -> Void
    ) {
        task = Task.detached(executorPreference: executor) {
            do throws(StoreError) {
                for try await element in elements {
                    if Task.isCancelled { return }
                    body(element)
                }
            } catch {
                onFailure(error)
            }
        }
    }

    /// Writes a failure of an observation to the standard error output. Observations call it if the
    /// program passes no `onFailure`.
    public static func report(_ failure: StoreError) {
        let line = "Nacre: An observation ended before its token was released. \(failure)\n"
        // `write(_:)` would end the process if the output cannot be written to.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    /// Ends the observation now, without waiting for a call that is running.
    public func cancel() { task.cancel() }

    deinit { task.cancel() }
}
