public import NacreEngine
internal import NacreFormat

/// What a change would do: see ``Store/dryRun(_:)``.
public struct DryRun<Result> {
    /// What the closure returned.
    public let result: Result
    let changes: [PendingChange]
    let registry: EntityRegistry
    /// Has the objects that others hold, as they are.
    let snapshot: NacreEngine.Snapshot

    /// Whether nothing would change.
    public var isEmpty: Bool { changes.isEmpty }

    /// The objects that would be added.
    /// - Throws: `unknownEntity` if the store was not opened with the type, `undecodable`.
    public func inserted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try forEach(type) { (old, new, binding) throws(StoreError) in
            guard let new, old == nil else { return nil }
            return try binding.object(of: new, in: snapshot)
        }
    }

    /// The objects that would be changed, before and after.
    /// - Throws: as ``inserted(_:)``.
    public func updated<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Update<Owner>] {
        try forEach(type) { (old, new, binding) throws(StoreError) in
            guard let old, let new else { return nil }
            return try binding.update(from: old, to: new, in: snapshot)
        }
    }

    /// The objects that would be deleted, also those that go with others by their delete rules.
    /// - Throws: as ``inserted(_:)``.
    public func deleted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try forEach(type) { (old, new, binding) throws(StoreError) in
            guard let old, new == nil else { return nil }
            return try binding.object(of: old, in: snapshot)
        }
    }

    private func forEach<Owner: Entity, Element>(
        _ type: Owner.Type,
        _ body: (
            [NacreFormat.Value]?, [NacreFormat.Value]?, EntityBinding<Owner>
        ) throws(StoreError) -> Element?
    ) throws(StoreError) -> [Element] {
        let binding = try registry.binding(type)
        var elements: [Element] = []
        for change in changes where change.entity == binding.definition.schema.number {
            if let element = try body(change.old, change.new, binding) { elements.append(element) }
        }
        return elements
    }
}

extension DryRun: Sendable where Result: Sendable {}

extension Store {
    /// Runs a closure as `performChanges` does, tells what it would change, and changes nothing:
    /// for a preview of an import, a form, or what a deletion takes with it.
    ///
    /// ```swift
    /// let preview = try store.dryRun { try $0.delete(City.where { $0.population == 0 }) }
    /// print(try preview.deleted(City.self).map(\.name))
    /// ```
    /// Others wait to make their changes meanwhile, as with any change. Everything that would have
    /// changed is held in memory.
    /// - Parameter body: changes the store by the transaction that it gets, which is good only
    ///   inside.
    /// - Throws: what the closure throws, among it what is wrong with the change; and as
    ///   `performChanges`.
    public func dryRun<Result>(
        _ body: (WriteTransaction) throws -> Result
    ) throws -> DryRun<Result> {
        let (result, changes) = try database.dryRun { changes in
            try body(WriteTransaction(changes, registry))
        }
        return DryRun(
            result: result, changes: changes, registry: registry,
            snapshot: try database.snapshot())
    }
}
