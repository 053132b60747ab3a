public import NacreEngine
internal import NacreFormat

/// Saving objects that were read a while ago.
extension WriteTransaction {
    /// Saves an object as ``save(_:)`` does, unless others have changed or deleted it since it was
    /// read, or an object that it holds by value:
    ///
    /// ```swift
    /// let snapshot = try store.snapshot()
    /// var city = try snapshot.find(City.self, "NO-OSL")!
    /// city.name = form.name
    /// try store.performChanges { try $0.save(city, basedOn: snapshot) }
    /// ```
    /// Another change is no conflict if it stored the same values that are to be saved. Your own
    /// later saves count like those of others: take a new snapshot after each save.
    /// - Parameters:
    ///   - object: The object, made from the content of the snapshot.
    ///   - snapshot: A snapshot of this store.
    /// - Returns: The object as it is in the store now.
    /// - Throws: ``StoreError``: `conflict`, whose ``StoreError/conflicts`` name each attribute
    ///   that differs with both values, and each object that is gone; `invalidValue` for a snapshot
    ///   of another store; and the errors of ``save(_:)``.
    @discardableResult
    public func save<Owner: Entity>(
        _ object: Owner, basedOn snapshot: Snapshot
    ) throws(StoreError) -> Owner where Owner.Mutability == Mutable {
        let store = snapshot.content.storeID
        guard store == changes.storeID else {
            throw StoreError(
                .invalidValue,
                "The snapshot is of another store, \(store). This one is \(changes.storeID).")
        }
        let held = try HeldSaving(of: object, changes, registry)
        let root: Set = [try HeldKey(of: object, registry)]
        var conflicts = try self.conflicts(of: object, savedWith: root, since: snapshot)
        for other in held.objects {
            conflicts += try self.conflicts(of: other, savedWith: held.keys, since: snapshot)
        }
        guard conflicts.isEmpty else {
            throw StoreError(conflicts.sorted { $0.description < $1.description })
        }
        return try save(object)
    }

    /// Returns the conflicts between an object and its stored state, if others have changed it
    /// since the snapshot.
    /// - Parameter graph: The objects whose references from this one stay as they are stored,
    ///   although its value cannot hold them.
    private func conflicts<Owner: Entity>(
        of object: Owner, savedWith graph: Set<HeldKey>, since snapshot: Snapshot
    ) throws(StoreError) -> [Conflict] {
        let binding = try registry.binding(Owner.self)
        let former = try binding.values(of: object.id, in: snapshot.content)
        guard let present = try binding.values(of: object.id, in: changes) else {
            // An object that the snapshot does not have either is new.
            return former == nil ? [] : [try conflict(object, binding)]
        }
        if let former, binding.own(former).isIdentical(to: binding.own(present)) { return [] }
        let draft = try encoded(object, binding)
        let given = try StoreError.typed {
            _ = try keepWaysBack(graph, in: draft, binding)
            return try present.indices.map { try draft.value($0) }
        }
        if given.isIdentical(to: present) { return [] }
        let now = try binding.object(of: present, in: changes)
        var conflicts: [Conflict] = []
        for (attribute, ordinals) in zip(binding.model.attributes, binding.storedOrdinals)
        where attribute.derived == nil
            && ordinals.contains(where: { !given[$0].isIdentical(to: present[$0]) })
        {
            let path = attribute.path as AnyKeyPath
            conflicts.append(
                try conflict(
                    object, binding, attribute.name, stored: now[keyPath: path],
                    given: object[keyPath: path]))
        }
        return conflicts
    }

    private func conflict<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>, _ attribute: String? = nil,
        stored: Any? = nil, given: Any? = nil
    ) throws(StoreError) -> Conflict {
        let id = try HeldKey(of: object, registry).idText
        return Conflict(
            entity: binding.model.name, id: id, attribute: attribute,
            stored: stored.map { ValueText.of($0) }, given: given.map { ValueText.of($0) })
    }
}
