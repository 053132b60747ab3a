public import NacreEngine
internal import NacreFormat

/// The effect that a change would have: see ``Store/dryRun(_:)``.
public struct DryRun<Result> {
    /// The result of the closure.
    public let result: Result
    let changes: [PendingChange]
    let registry: EntityRegistry
    /// The store without the changes.
    let snapshot: DatabaseSnapshot

    /// Whether nothing would change.
    public var isEmpty: Bool { changes.isEmpty }

    /// Returns the objects that would be inserted.
    /// - Throws: `unknownEntity` if the store was not opened with the type, `undecodable`.
    public func inserted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try forEach(type) { (change, sides) throws(StoreError) in
            guard let new = change.new, change.old == nil else { return nil }
            return try sides.new(new)
        }
    }

    /// Returns the objects that would be updated, before and after.
    /// - Throws: The errors of ``inserted(_:)``.
    public func updated<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Update<Owner>] {
        try forEach(type) { (change, sides) throws(StoreError) in
            guard let old = change.old, let new = change.new else { return nil }
            return sides.binding.update(
                from: (try sides.old(old), old), to: (try sides.new(new), new))
        }
    }

    /// Returns the objects that would be deleted, including those that delete rules would delete
    /// together with others.
    /// - Throws: The errors of ``inserted(_:)``.
    public func deleted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try forEach(type) { (change, sides) throws(StoreError) in
            guard let old = change.old, change.new == nil else { return nil }
            return try sides.old(old)
        }
    }

    private func forEach<Owner: Entity, Element>(
        _ type: Owner.Type,
        _ body: (PendingChange, DryRunSides<Owner>) throws(StoreError) -> Element?
    ) throws(StoreError) -> [Element] {
        let sides = try DryRunSides<Owner>(changes, registry, snapshot)
        var elements: [Element] = []
        for change in changes where change.entity == sides.binding.definition.schema.number {
            if let element = try body(change, sides) { elements.append(element) }
        }
        return elements
    }
}

/// The objects of an entity before and after a change that was not made.
private struct DryRunSides<Owner: Entity> {
    let binding: EntityBinding<Owner>
    private let registry: EntityRegistry
    private let snapshot: DatabaseSnapshot
    /// The objects that others may hold, in their state after the change.
    private let replaced: ReplacedObjects

    /// - Parameter snapshot: The store without the changes.
    init(
        _ changes: [PendingChange], _ registry: EntityRegistry, _ snapshot: DatabaseSnapshot
    ) throws(StoreError) {
        binding = try registry.binding(Owner.self)
        self.registry = registry
        self.snapshot = snapshot
        replaced =
            binding.rows.holdsObjects ? HeldKey.replaced(by: changes, snapshot.catalog) : [:]
    }

    /// Returns a new reader of held objects for one object; nil if the entity holds none. A reader
    /// is not shared: in a circle, the value of a held object depends on where reading begins.
    private func held(_ replaced: ReplacedObjects) -> HeldObjectReader? {
        guard binding.rows.holdsObjects else { return nil }
        return HeldObjectReader(snapshot, registry, replaced: replaced)
    }

    func old(_ values: [NacreFormat.Value]) throws(StoreError) -> Owner {
        try binding.object(of: values, held([:]))
    }

    func new(_ values: [NacreFormat.Value]) throws(StoreError) -> Owner {
        try binding.object(of: values, held(replaced))
    }
}

extension HeldKey {
    /// Returns the objects that changes affect, in their state after the changes.
    fileprivate static func replaced(
        by changes: [PendingChange], _ catalog: Catalog
    ) -> ReplacedObjects {
        var replaced: ReplacedObjects = [:]
        for change in changes {
            guard let definition = catalog[change.entity],
                let values = change.new ?? change.old
            else { continue }
            let id = values[definition.schema.idOrdinal]
            replaced[HeldKey(entity: change.entity, id: id)] = .some(change.new)
        }
        return replaced
    }
}

extension DryRun: Sendable where Result: Sendable {}

extension Store {
    /// Runs a closure as `performChanges` does and returns the changes it would make, but changes
    /// nothing. Use it for a preview of an import, a form, or the effects of a deletion.
    ///
    /// ```swift
    /// let preview = try store.dryRun { try $0.delete(City.where { $0.population == 0 }) }
    /// print(try preview.deleted(City.self).map(\.name))
    /// ```
    /// Other changes wait meanwhile, as they do for any change. Everything that would have changed
    /// is held in memory.
    /// - Parameter body: Changes the store through the transaction that it gets, which is valid
    ///   only inside.
    /// - Throws: The closure's error, which may report an invalid change, and the errors of
    ///   `performChanges`.
    public func dryRun<Result>(
        _ body: (WriteTransaction) throws -> Result
    ) throws -> DryRun<Result> {
        let (outcome, changes) = try database.dryRun { changes in
            // No commit is made during the change, so the newest state is the one before it.
            (try body(WriteTransaction(changes, registry)), try database.snapshot())
        }
        return DryRun(
            result: outcome.0, changes: changes, registry: registry, snapshot: outcome.1)
    }
}
