internal import NacreEngine
internal import NacreFormat

/// The comparisons and merges that live objects need before they write over changes of others.
extension WriteTransaction {
    /// The changes that others made to an object since a snapshot was taken.
    package enum OthersWork: Sendable {
        case none, updated, deleted
    }

    /// Returns the changes that others made to an object since a snapshot was taken.
    /// - Parameters:
    ///   - id: The id of an object that the snapshot has.
    ///   - snapshot: A snapshot of this transaction's store.
    package func othersWork<Owner: Entity>(
        on type: Owner.Type, _ id: Owner.ID, since snapshot: Snapshot
    ) throws(StoreError) -> OthersWork {
        let binding = try registry.binding(type)
        let now = try binding.stored(id, in: changes, registry)
        if now.isEmpty { return .deleted }
        let former = try binding.stored(id, in: snapshot.content, registry)
        return now.isIdentical(to: former) ? .none : .updated
    }

    /// Returns whether saving an object would overwrite changes, made since a snapshot was taken,
    /// of an object that it holds, even one that it did not hold then. An object that is stored
    /// exactly as it is held is not written.
    package func overwritesHeld<Owner: Entity>(
        by object: Owner, since snapshot: Snapshot
    ) throws(StoreError) -> Bool {
        guard try registry.binding(Owner.self).model.holdsObjects else { return false }
        for held in try HeldValues.all(in: object, registry).values {
            let now = try held.stored(changes)
            if try !now.isIdentical(to: held.stored(snapshot.content)),
                !now.isIdentical(to: held.values)
            {
                return true
            }
        }
        return false
    }

    /// Returns a new object in which each held object is as it is stored, except for the attributes
    /// that differ from the snapshot's.
    /// - Parameter isTheirs: Whether held objects that are stored are taken entirely as they are
    ///   stored.
    package func mergingHeld<Owner: Entity>(
        by object: Owner, since snapshot: Snapshot, isTheirs: Bool
    ) throws(StoreError) -> Owner {
        let binding = try registry.binding(Owner.self)
        guard binding.model.holdsObjects else { return object }
        let next = try HeldValues.all(in: object, registry)
        let held =
            isTheirs
            ? HeldValues.merged(
                from: next, to: next, onto: try HeldValues.stored(next, in: changes, registry))
            : try mergedHeld(from: [:], to: next, onto: [:], since: snapshot)
        return try binding.object(
            of: binding.values(of: object), HeldObjectReader(changes, registry, replaced: held))
    }

    /// Returns the merged held objects of a holder: each change between two states of the holder is
    /// applied to the present state. An object that the holder comes to hold may already be stored,
    /// and changed since the snapshot.
    private func mergedHeld(
        from former: [HeldKey: HeldValues], to next: [HeldKey: HeldValues],
        onto present: [HeldKey: HeldValues], since snapshot: Snapshot
    ) throws(StoreError) -> ReplacedObjects {
        let known = try HeldValues.stored(
            next.filter { former[$0.key] == nil }, in: snapshot.content, registry)
        let former = former.merging(known) { $1 }
        let now = try HeldValues.stored(
            next.filter { former[$0.key] != nil && present[$0.key] == nil }, in: changes, registry)
        return HeldValues.merged(from: former, to: next, onto: present.merging(now) { $1 })
    }

    /// Returns an object with those of its own properties that differ from a snapshot's; all
    /// others, and the objects that it holds, are as they are stored now.
    /// - Returns: The merged object. Its own properties are unchanged if the snapshot or the store
    ///   has no object with its id.
    package func merging<Owner: Entity>(
        _ object: Owner, since snapshot: Snapshot
    ) throws(StoreError) -> Owner {
        let binding = try registry.binding(Owner.self)
        if binding.model.holdsObjects {
            guard let former = try snapshot.find(Owner.self, object.id),
                let present = try find(Owner.self, object.id)
            else { return try mergingHeld(by: object, since: snapshot, isTheirs: false) }
            let held = try mergedHeld(
                from: try HeldValues.all(in: former, registry),
                to: try HeldValues.all(in: object, registry),
                onto: try HeldValues.all(in: present, registry), since: snapshot)
            return try binding.object(
                of: binding.mergedValues(from: former, to: object, onto: present),
                HeldObjectReader(changes, registry, replaced: held))
        }
        guard let former = try binding.values(of: object.id, in: snapshot.content),
            let present = try binding.values(of: object.id, in: changes)
        else { return object }
        let draft = try encoded(object, binding)
        let own = try StoreError.typed { try former.indices.map { try draft.value($0) } }
        let formerObject = binding.hasOpaque ? try snapshot.find(Owner.self, object.id) : nil
        let merged = binding.storedOrdinals.merged(
            from: former, to: own, onto: present
        ) { property in
            formerObject.flatMap { binding.opaqueEquality(property, $0, object) }
        }
        return try binding.object(of: merged, in: changes)
    }
}

extension Snapshot {
    /// Returns an object after a change that was made to another state of it. The properties in
    /// which the two sides of the change differ are taken from `next`; all others stay as they are.
    /// - Parameters:
    ///   - former: The object before the change; its state may be of any time.
    ///   - next: The object after the change.
    ///   - object: The object to be changed, together with the objects that it holds by value.
    package func applying<Owner: Entity>(
        from former: Owner, to next: Owner, onto object: Owner
    ) throws(StoreError) -> Owner {
        try registry.binding(Owner.self).merged(
            from: former, to: next, onto: object, in: content, registry)
    }

    /// Returns whether an object, with all objects that it holds, is identical in another snapshot
    /// of this store, or is in neither.
    package func hasSame<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, as other: Snapshot
    ) throws(StoreError) -> Bool {
        let binding = try registry.binding(type)
        return try binding.stored(id, in: content, registry).isIdentical(
            to: binding.stored(id, in: other.content, registry))
    }

    /// Returns whether there is an object with an id.
    package func has<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Bool {
        let definition = try registry.binding(type).definition
        return try StoreError.typed {
            try content.find(Owner.storedID(id).value, in: definition) != nil
        }
    }

    /// Returns whether a request finds the same objects in another snapshot of this store. Their
    /// values may differ.
    package func findsSame<Owner: Entity>(
        _ request: FetchRequest<Owner>, as other: Snapshot
    ) throws(StoreError) -> Bool {
        func ids(_ source: some RecordSource) throws(StoreError) -> [NacreFormat.Value] {
            var ids: [NacreFormat.Value] = []
            try source.forEach(request, in: registry) { (found) throws(StoreError) in
                ids.append(try StoreError.typed { try source.id(of: found) })
            }
            return ids
        }
        if commitNumber == other.commitNumber { return true }
        let number = try registry.binding(Owner.self).definition.schema.number
        let isOwn = try !request.query(in: registry).reachesOtherObjects
        if isOwn, content.hasSameRecords(of: number, as: other.content) { return true }
        return try ids(content) == ids(other.content)
    }
}

extension EntityBinding {
    /// Returns the stored values of an object and of all objects that it holds; empty if there is
    /// none with the id.
    fileprivate func stored(
        _ id: Owner.ID, in source: some RecordSource, _ registry: EntityRegistry
    ) throws(StoreError) -> [HeldKey: [NacreFormat.Value]] {
        let value = try StoreError.typed { try Owner.storedID(id).value }
        guard let found = try StoreError.typed({ try source.find(value, in: definition) }) else {
            return [:]
        }
        if model.holdsObjects {
            return try HeldGraph(from: found, of: reader, in: source, registry).values(in: source)
        }
        let values = try StoreError.typed {
            try source.values(of: found, schema: definition.schema)
        }
        return [HeldKey(reader, value): own(values)]
    }

    /// Merges objects as ``Snapshot/applying(from:to:onto:)`` does.
    /// - Parameter source: The source of objects that none of the three values holds.
    fileprivate func merged(
        from former: Owner, to next: Owner, onto object: Owner, in source: any RecordSource,
        _ registry: EntityRegistry
    ) throws(StoreError) -> Owner {
        let merged = try mergedValues(from: former, to: next, onto: object)
        guard model.holdsObjects else { return try self.object(of: merged, in: source) }
        let held = HeldValues.merged(
            from: try HeldValues.all(in: former, registry),
            to: try HeldValues.all(in: next, registry),
            onto: try HeldValues.all(in: object, registry))
        return try self.object(of: merged, HeldObjectReader(source, registry, replaced: held))
    }

    /// Merges the object's own properties, without the objects that it holds.
    fileprivate func mergedValues(
        from former: Owner, to next: Owner, onto object: Owner
    ) throws(StoreError) -> [NacreFormat.Value] {
        storedOrdinals.merged(
            from: try values(of: former), to: try values(of: next), onto: try values(of: object)
        ) { opaqueEquality($0, former, next) }
    }
}

extension [NacreFormat.Value] {
    /// Returns whether the values are bitwise equal: NaN equals itself, and -0.0 differs from 0.0.
    fileprivate func isIdentical(to other: Self?) -> Bool {
        guard let other else { return false }
        return count == other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
    }
}

extension [NacreFormat.Value]? {
    fileprivate func isIdentical(to other: Self) -> Bool {
        self?.isIdentical(to: other) ?? (other == nil)
    }
}

extension [HeldKey: [NacreFormat.Value]] {
    fileprivate func isIdentical(to other: Self) -> Bool {
        count == other.count && allSatisfy { key, values in values.isIdentical(to: other[key]) }
    }
}

extension [[Int]] {
    /// Returns the present values, with those properties replaced that differ between two other
    /// states of the object. `self` has the ordinals of each property.
    /// - Parameter isSame: Returns whether a property is equal in both states if the stored values
    ///   do not show it; nil if they do.
    func merged(
        from former: [NacreFormat.Value], to next: [NacreFormat.Value],
        onto present: [NacreFormat.Value], _ isSame: (Int) -> Bool?
    ) -> [NacreFormat.Value] {
        var merged = present
        for (property, ordinals) in enumerated()
        where ordinals.contains(where: { !next[$0].isIdentical(to: former[$0]) }) {
            if isSame(property) == true { continue }
            for ordinal in ordinals { merged[ordinal] = next[ordinal] }
        }
        return merged
    }
}
