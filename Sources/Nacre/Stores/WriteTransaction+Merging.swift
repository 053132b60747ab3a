internal import NacreEngine
internal import NacreFormat

/// What live objects need to know before they write over what somebody else may have changed.
extension WriteTransaction {
    /// What others did to an object since a snapshot was taken.
    package enum OthersWork: Sendable {
        case none, updated, deleted
    }

    /// - Parameters:
    ///   - id: of an object that the snapshot has.
    ///   - snapshot: of this transaction's store.
    package func othersWork<Owner: Entity>(
        on type: Owner.Type, _ id: Owner.ID, since snapshot: Snapshot
    ) throws(StoreError) -> OthersWork {
        let binding = try registry.binding(type)
        let now = try binding.stored(id, in: changes, registry)
        if now.isEmpty { return .deleted }
        let former = try binding.stored(id, in: snapshot.content, registry)
        return now.isIdentical(to: former) ? .none : .updated
    }

    /// An object with those properties of its own that differ from a snapshot's, and all others as
    /// they are now.
    /// - Returns: the object as it is if either the snapshot or the store has none with its id.
    package func merging<Owner: Entity>(
        _ object: Owner, since snapshot: Snapshot
    ) throws(StoreError) -> Owner {
        let binding = try registry.binding(Owner.self)
        if binding.model.holdsObjects {
            guard let former = try snapshot.find(Owner.self, object.id),
                let present = try find(Owner.self, object.id)
            else { return object }
            return try binding.merged(
                from: former, to: object, onto: present, in: changes, registry)
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
    /// An object after a change that was made to another state of it: with those properties in
    /// which the change's two sides differ, and all others as they are.
    /// - Parameters:
    ///   - former: before the change, of whatever time.
    ///   - next: behind the change.
    ///   - object: to be changed likewise, and what it holds by value with it.
    package func applying<Owner: Entity>(
        from former: Owner, to next: Owner, onto object: Owner
    ) throws(StoreError) -> Owner {
        try registry.binding(Owner.self).merged(
            from: former, to: next, onto: object, in: content, registry)
    }

    /// Whether an object is the same in another snapshot of the same store, with all that it holds,
    /// or in neither.
    package func hasSame<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, as other: Snapshot
    ) throws(StoreError) -> Bool {
        let binding = try registry.binding(type)
        return try binding.stored(id, in: content, registry).isIdentical(
            to: binding.stored(id, in: other.content, registry))
    }

    /// Whether a request finds the same objects in another snapshot of the same store, in whatever
    /// state they are there.
    package func findsSame<Owner: Entity>(
        _ request: FetchRequest<Owner>, as other: Snapshot
    ) throws(StoreError) -> Bool {
        func ids(_ source: some RecordSource) throws(StoreError) -> [NacreFormat.Value] {
            var ids: [NacreFormat.Value] = []
            try source.forEach(request) { (found) throws(StoreError) in
                ids.append(try StoreError.typed { try source.id(of: found) })
            }
            return ids
        }
        if commitNumber == other.commitNumber { return true }
        return try ids(content) == ids(other.content)
    }
}

extension EntityBinding {
    /// What is stored of an object and of all that it holds; empty if there is none with the id.
    fileprivate func stored(
        _ id: Owner.ID, in source: some RecordSource, _ registry: EntityRegistry
    ) throws(StoreError) -> [HeldKey: [NacreFormat.Value]] {
        let value = try StoreError.typed { try id.storedValue().value }
        guard let found = try StoreError.typed({ try source.find(value, in: definition) }) else {
            return [:]
        }
        if model.holdsObjects {
            return try HeldGraph(from: found, of: reader, in: source, registry).values(in: source)
        }
        let values = try StoreError.typed {
            try source.values(of: found, schema: definition.schema)
        }
        return [HeldKey(reader, value): values]
    }

    /// See ``Snapshot/applying(from:to:onto:)``.
    /// - Parameter source: has what neither of the values holds.
    fileprivate func merged(
        from former: Owner, to next: Owner, onto object: Owner, in source: any RecordSource,
        _ registry: EntityRegistry
    ) throws(StoreError) -> Owner {
        let merged = storedOrdinals.merged(
            from: try values(of: former), to: try values(of: next), onto: try values(of: object)
        ) { opaqueEquality($0, former, next) }
        guard model.holdsObjects else { return try self.object(of: merged, in: source) }
        let held = HeldValues.merged(
            from: try HeldValues.all(in: former, registry),
            to: try HeldValues.all(in: next, registry),
            onto: try HeldValues.all(in: object, registry))
        return try self.object(of: merged, HeldObjectReader(source, registry, replaced: held))
    }

    /// What would be stored of an object.
    /// - Parameter held: takes the objects that it holds.
    fileprivate func values(
        of object: Owner, _ held: HeldObjects? = nil
    ) throws(StoreError) -> [NacreFormat.Value] {
        let record = RecordBuilder(layout)
        try encode(object, into: record, held)
        return try StoreError.typed {
            try definition.schema.attributes.indices.map { try record.value($0) }
        }
    }

    /// The stored values of the object with an id.
    fileprivate func values(
        of id: Owner.ID, in source: some RecordSource
    ) throws(StoreError) -> [NacreFormat.Value]? {
        try StoreError.typed {
            try source.find(id.storedValue().value, in: definition).map {
                try source.values(of: $0, schema: definition.schema)
            }
        }
    }
}

extension [NacreFormat.Value] {
    /// To the bit: what is no number is not equal to itself, and -0.0 is to 0.0.
    fileprivate func isIdentical(to other: Self) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
    }
}

extension [HeldKey: [NacreFormat.Value]] {
    fileprivate func isIdentical(to other: Self) -> Bool {
        count == other.count
            && allSatisfy { key, values in other[key]?.isIdentical(to: values) == true }
    }
}

extension [[Int]] {
    /// Of the ordinals of each property: stored values with those properties that differ between
    /// two others of the same object.
    /// - Parameter isSame: whether a property is the same where what is stored does not tell.
    fileprivate func merged(
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

/// What would be stored of an object that another one holds by value.
private struct HeldValues {
    let object: any Entity
    let values: [NacreFormat.Value]
    /// The ordinals of each property.
    let properties: [[Int]]
    /// See ``EntityBinding/opaqueEquality(_:_:_:)``.
    let opaqueEquality: (_ property: Int, HeldValues) -> Bool?

    /// Those of all objects in an object, the nearest of several with one id.
    static func all(
        in root: any Entity, _ registry: EntityRegistry
    ) throws(StoreError) -> [HeldKey: HeldValues] {
        var found: [HeldKey: HeldValues] = [:]
        var step: [any Entity] = [root]
        while !step.isEmpty {
            var next: [any Entity] = []
            for object in step { next += try add(object, to: &found, registry) }
            step = next
        }
        found[try HeldKey(of: root, registry)] = nil
        return found
    }

    /// - Returns: the objects that the object holds; none if it was there already.
    private static func add<Owner: Entity>(
        _ object: Owner, to found: inout [HeldKey: HeldValues], _ registry: EntityRegistry
    ) throws(StoreError) -> [any Entity] {
        let binding = try registry.binding(Owner.self)
        let key = try HeldKey(of: object, registry)
        guard found[key] == nil else { return [] }
        let held = HeldObjects()
        let values = try binding.values(of: object, held)
        found[key] = HeldValues(
            object: object, values: values, properties: binding.storedOrdinals
        ) { property, other in
            (other.object as? Owner).flatMap { binding.opaqueEquality(property, object, $0) }
        }
        return held.take()
    }

    /// All objects of two values of a holder, after what happened to each from one to the other.
    static func merged(
        from former: [HeldKey: HeldValues], to next: [HeldKey: HeldValues],
        onto present: [HeldKey: HeldValues]
    ) -> ReplacedObjects {
        var merged: ReplacedObjects = [:]
        for (key, object) in next.merging(present, uniquingKeysWith: { $1 }) {
            var values = object.values
            if let old = former[key], let new = next[key] {
                values = object.properties.merged(
                    from: old.values, to: new.values, onto: values
                ) { old.opaqueEquality($0, new) }
            }
            merged[key] = .some(values)
        }
        return merged
    }
}
