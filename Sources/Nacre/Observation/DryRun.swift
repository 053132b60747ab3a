public import NacreEngine
internal import NacreFormat

/// What a change would do: see ``Store/dryRun(_:)``.
public struct DryRun<Result> {
    /// What the closure returned.
    public let result: Result
    let changes: [PendingChange]
    let registry: EntityRegistry
    /// As the store is.
    let snapshot: NacreEngine.Snapshot

    /// Whether nothing would change.
    public var isEmpty: Bool { changes.isEmpty }

    /// The objects that would be added.
    /// - Throws: `unknownEntity` if the store was not opened with the type, `undecodable`.
    public func inserted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try forEach(type) { (change, sides) throws(StoreError) in
            guard let new = change.new, change.old == nil else { return nil }
            return try sides.new(new)
        }
    }

    /// The objects that would be changed, before and after.
    /// - Throws: as ``inserted(_:)``.
    public func updated<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Update<Owner>] {
        try forEach(type) { (change, sides) throws(StoreError) in
            guard let old = change.old, let new = change.new else { return nil }
            let update = Update(
                from: try sides.old(old), to: try sides.new(new), changed: [])
            return sides.binding.changed(update, from: old, to: new)
        }
    }

    /// The objects that would be deleted, also those that go with others by their delete rules.
    /// - Throws: as ``inserted(_:)``.
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

/// Objects of an entity before and behind a change that was not made.
private struct DryRunSides<Owner: Entity> {
    let binding: EntityBinding<Owner>
    private let registry: EntityRegistry
    private let snapshot: NacreEngine.Snapshot
    /// Objects that others may hold, as the change leaves them.
    private let replaced: ReplacedObjects

    /// - Parameter snapshot: as the store is.
    init(
        _ changes: [PendingChange], _ registry: EntityRegistry, _ snapshot: NacreEngine.Snapshot
    ) throws(StoreError) {
        binding = try registry.binding(Owner.self)
        self.registry = registry
        self.snapshot = snapshot
        replaced =
            binding.rows.holdsObjects ? HeldKey.replaced(by: changes, snapshot.catalog) : [:]
    }

    /// One for each object: in circles, what is in an object depends on where it is read from.
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
    /// The objects that a change is of, as it leaves them.
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
        let (outcome, changes) = try database.dryRun { changes in
            // As long as the change lasts, the newest state is the one that it begins with.
            (try body(WriteTransaction(changes, registry)), try database.snapshot())
        }
        return DryRun(
            result: outcome.0, changes: changes, registry: registry, snapshot: outcome.1)
    }
}
