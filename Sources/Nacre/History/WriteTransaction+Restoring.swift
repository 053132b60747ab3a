public import NacreEngine
internal import NacreFormat

/// The objects that a restore brings back together with the one that it is called for.
public struct RestoreOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options of their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The objects that it holds by value, however deep: all of them get their former values.
    /// Without this, those that are there stay as they are.
    public static let withHeld = RestoreOptions(rawValue: 1)

    /// The objects that it refers to and that are gone, those that these refer to, and so on,
    /// through circles, too. Objects that are there stay as they are. Not followed are references
    /// in dictionaries, in arrays of arrays and in structs in collections.
    public static let withTargets = RestoreOptions(rawValue: 2)
}

/// Restoring objects of former states.
extension WriteTransaction {
    /// Gives an object the values that it had in a former state, as a new change. If it was
    /// deleted, it is inserted again. Hooks, rules and unique values apply as to any change.
    ///
    /// ```swift
    /// let before = try store.snapshot(at: .mark("before import"))
    /// try store.performChanges {
    ///     try $0.restore(City.self, "NO-OSL", from: before, .withTargets)
    /// }
    /// ```
    /// - Parameters:
    ///   - type: The entity.
    ///   - id: The id of the object.
    ///   - snapshot: A state of this store, usually a former one.
    ///   - options: The objects that are restored together with it; none by default.
    /// - Returns: The object; nil if the former state does not have it. Then nothing changes.
    /// - Throws: ``StoreError``: `danglingReference`, which lists them, if it would refer to
    ///   objects that are gone; `historyGone` if the state does not have the objects of the entity;
    ///   `invalidValue` for a snapshot of another store; and what saving throws. Nothing of this
    ///   call is stored then.
    @discardableResult
    public func restore<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, from snapshot: Snapshot, _ options: RestoreOptions = []
    ) throws(StoreError) -> Owner? where Owner.Mutability == Mutable {
        let store = snapshot.content.storeID
        guard store == changes.storeID else {
            throw StoreError(
                .invalidValue,
                "The snapshot is of another store, \(store). This one is \(changes.storeID).")
        }
        _ = try snapshot.registry.binding(type)
        let binding = try registry.binding(type)
        return try StoreError.typed {
            let value = try Owner.storedID(id).value
            let held = options.contains(.withHeld) ? HeldOrdinals(registry).ordinals : [:]
            let isThere = try changes.restore(
                value, of: binding.model.name, from: snapshot.content,
                withTargets: options.contains(.withTargets),
                isHeld: { held[$0]?.contains($1) ?? false }
            ) { steps in
                let others = try formerHeld { steps }
                for step in steps { try apply(step, others) }
            }
            return isThere ? try object(value, binding) : nil
        }
    }

    /// Restores the object with an id: `try changes.restore(oslo.id, from: before)`.
    @discardableResult
    public func restore<Owner: Entity>(
        _ id: ObjectID<Owner>, from snapshot: Snapshot, _ options: RestoreOptions = []
    ) throws(StoreError) -> Owner?
    where Owner.ID == ObjectID<Owner>, Owner.Mutability == Mutable {
        try restore(Owner.self, id, from: snapshot, options)
    }

    /// Returns the former values of the objects of some steps, as others hold them; empty if no
    /// object of the store can hold any.
    func formerHeld(_ steps: () throws -> [Changes.RevertStep]) throws -> ReplacedObjects {
        guard !HeldOrdinals(registry).ordinals.isEmpty else { return [:] }
        var others: ReplacedObjects = [:]
        for step in try steps() {
            guard let former = step.former else { continue }
            others[HeldKey(entity: step.schema.number, id: step.id)] = .some(former)
        }
        return others
    }

    /// Gives an object its former values, or deletes it, by its type if the store was opened with
    /// it.
    /// - Parameter others: The former values of objects that it may hold.
    func apply(_ step: Changes.RevertStep, _ others: ReplacedObjects) throws {
        let finder = StepFinder(step, others)
        registry.accept(finder)
        guard let apply = finder.apply else { return try changes.apply(step) }
        try apply(self)
    }

    /// Writes an object with former values, and not the objects that it holds, unless its hook
    /// gives it other ones.
    fileprivate func writeFormer<Owner: Entity>(
        _ values: [NacreFormat.Value], _ binding: EntityBinding<Owner>, _ others: ReplacedObjects
    ) throws {
        let definition = binding.definition
        let id = values[definition.schema.idOrdinal]
        if let found = try changes.find(id, in: definition) {
            let present = try changes.values(of: found, schema: definition.schema)
            if present.isIdentical(to: values) { return }
            if Owner.isAppendOnly { throw StoreError.appendOnly(Owner.self) }
        }
        guard binding.model.holdsObjects else {
            _ = try write(binding.object(of: values, in: changes), as: .save, binding)
            return
        }
        let held = try binding.reader.heldReader(changes, replaced: others)
        var object = try binding.object(of: values, held)
        if let willSave = willSave(binding) {
            let former = try heldIDs(of: object, binding)
            object = try prepared(object, as: .save, binding, asking: willSave)
            guard try heldIDs(of: object, binding).isIdentical(to: former) else {
                _ = try writePrepared(object, as: .save, binding)
                return
            }
        }
        try binding.validate(CollectionOfOne(object))
        let draft = try encoded(object, binding)
        // The value lacks objects that lead back to it.
        for place in binding.reader.heldPlaces {
            _ = draft.set(place.ordinal, to: values[place.ordinal])
        }
        _ = try changes.save(draft, in: definition)
    }

    private func heldIDs<Owner: Entity>(
        of object: Owner, _ binding: EntityBinding<Owner>
    ) throws -> [NacreFormat.Value] {
        let draft = try encoded(object, binding)
        return try binding.reader.heldPlaces.map { try draft.value($0.ordinal) }
    }
}

/// Finds the type of a step's entity, so that its hooks and rules apply.
private final class StepFinder: BindingVisitor {
    private let step: Changes.RevertStep
    private let others: ReplacedObjects
    /// Applies the step; nil if the store was opened without the type.
    private(set) var apply: ((WriteTransaction) throws -> Void)?

    init(_ step: Changes.RevertStep, _ others: ReplacedObjects) {
        self.step = step
        self.others = others
    }

    func visit<Owner: Entity>(_ binding: EntityBinding<Owner>) {
        guard binding.whole == nil, binding.model.name == step.schema.name else { return }
        let (step, others) = (step, others)
        apply = { changes in
            if let former = step.former {
                try changes.writeFormer(former, binding, others)
            } else if let written = step.written {
                let object = try binding.object(of: written, in: changes.changes)
                _ = try changes.remove(Owner.self, object.id)
            }
        }
    }
}

/// Finds the attributes that hold objects by value.
private final class HeldOrdinals: BindingVisitor {
    /// Their ordinals, by entity.
    private(set) var ordinals: [String: Set<Int>] = [:]

    init(_ registry: EntityRegistry) { registry.accept(self) }

    func visit<Owner: Entity>(_ binding: EntityBinding<Owner>) {
        let held = binding.reader.heldPlaces.map(\.ordinal)
        guard binding.whole == nil, !held.isEmpty else { return }
        ordinals[binding.model.name] = Set(held)
    }
}
