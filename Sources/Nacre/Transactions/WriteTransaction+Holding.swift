internal import NacreEngine
internal import NacreFormat

/// Saving an object together with the objects that it holds by value.
extension WriteTransaction {
    /// Writes an object that holds others, and then these: all of them or none. None is written if
    /// one of them breaks a rule.
    /// - Parameter put: Writes the object's record.
    /// - Returns: The object as it was stored.
    func writeHolding<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>, _ put: (RecordBuilder) throws -> Void
    ) throws(StoreError) -> Owner {
        try StoreError.typed {
            try changes.savepoint {
                let held = try checked(object, binding)
                let met = try metObjects(held)
                let draft = try encoded(object, binding)
                try redirect(draft, to: met, binding.reader)
                // When the object itself was read, only references to itself were left out.
                let root = HeldKey(binding.reader, try Owner.storedID(object.id).value)
                _ = try keepWaysBack([root], in: draft, binding)
                try put(draft)
                try save(held, met)
                guard held.isPrepared || !met.isEmpty else { return object }
                return try self.object(root.id, binding) ?? object
            }
        }
    }

    /// Writes the objects that an object holds, but not the object.
    /// - Returns: The stored objects that some of them met.
    func writeHeld<Owner: Entity>(
        by object: Owner, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> MetObjects {
        try StoreError.typed {
            try changes.savepoint {
                let held = try checked(object, binding)
                let met = try metObjects(held)
                try save(held, met)
                return met
            }
        }
    }

    /// Returns the objects that an object holds, changed by their hooks. Checks the rules of the
    /// object and of all of these.
    private func checked<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>
    ) throws -> HeldSaving {
        var held = try HeldSaving(of: object, changes, registry)
        if hooks != nil {
            let graph = held.keys
            try held.prepare { try prepared($0, graph) }
        }
        var violations = binding.checks.violations(of: object)
        for other in held.objects { violations += try brokenRules(of: other) }
        if !violations.isEmpty { throw StoreError(violations) }
        return held
    }

    private func brokenRules<Owner: Entity>(of object: Owner) throws(StoreError) -> [Violation] {
        try registry.binding(Owner.self).checks.violations(of: object)
    }

    /// Returns a held object after its `willSave` hook; nil if it has no hook or is not to be
    /// written.
    private func prepared<Owner: Entity>(
        _ object: Owner, _ graph: Set<HeldKey>
    ) throws -> (any Entity)? {
        let binding = try registry.binding(Owner.self)
        guard let willSave = willSave(binding) else { return nil }
        // The hook of an object that meets a stored one is called when that one is written.
        var met: MetObjects = [:]
        try meet(object, graph, &met)
        guard met.isEmpty, try draft(of: object, graph, binding) != nil else { return nil }
        return try prepared(object, as: .save, binding, asking: willSave)
    }

    /// Saves held objects: first those that meet no stored one, because the others refer to them.
    private func save(_ held: HeldSaving, _ met: MetObjects) throws {
        for object in held.objects where try !meets(object, met) {
            try save(object, held.keys, met)
        }
        if met.isEmpty { return }
        for object in held.objects where try meets(object, met) { try merge(object, met) }
    }

    private func meets<Owner: Entity>(_ object: Owner, _ met: MetObjects) throws -> Bool {
        try !met.isEmpty && met[HeldKey(of: object, registry)] != nil
    }

    /// Applies the policies of its unique values to a held object that meets a stored one.
    private func merge<Owner: Entity>(_ object: Owner, _ met: MetObjects) throws {
        let binding = try registry.binding(Owner.self)
        let id = met[try HeldKey(of: object, registry)]
        if case .found(let found) = try putByRules(object, binding, held: met), found == id {
            return
        }
        throw StoreError(
            .uniqueViolation,
            "Two new objects of '\(binding.model.name)' match one stored object by different unique"
                + " values. Save them one after another."
        ).about(binding.model.name)
    }

    /// Saves a held object, unless it is stored as it is.
    private func save<Owner: Entity>(
        _ object: Owner, _ graph: Set<HeldKey>, _ met: MetObjects
    ) throws {
        let binding = try registry.binding(Owner.self)
        guard let (draft, isNew) = try draft(of: object, graph, binding, met) else { return }
        guard isNew || !Owner.isAppendOnly else { throw StoreError.appendOnly(Owner.self) }
        _ = try changes.save(draft, in: binding.definition)
    }

    /// Returns the record of a held object, which is valid until the next one is encoded, and
    /// whether the object is new; nil if it is stored as it is.
    private func draft<Owner: Entity>(
        of object: Owner, _ graph: Set<HeldKey>, _ binding: EntityBinding<Owner>,
        _ met: MetObjects = [:]
    ) throws -> (RecordBuilder, isNew: Bool)? {
        let draft = try encoded(object, binding)
        try redirect(draft, to: met, binding.reader)
        guard let stored = try keepWaysBack(graph, in: draft, binding) else { return (draft, true) }
        let isSame = try stored.indices.allSatisfy {
            try draft.value($0).isIdentical(to: stored[$0])
        }
        return isSame ? nil : (draft, false)
    }

    /// Restores references that were left out when the object was read, because they lead back, see
    /// ``HeldGraph``: a reference to an object that is saved with this one stays where it is
    /// stored.
    /// - Parameter graph: The objects that are saved together.
    /// - Returns: The stored values of the object; nil if it is new.
    func keepWaysBack<Owner: Entity>(
        _ graph: Set<HeldKey>, in draft: RecordBuilder, _ binding: EntityBinding<Owner>
    ) throws -> [NacreFormat.Value]? {
        let definition = binding.definition
        let id = try draft.value(definition.schema.idOrdinal)
        guard let found = try changes.find(id, in: definition) else { return nil }
        let stored = try changes.values(of: found, schema: definition.schema)
        guard binding.model.isCircular else { return stored }
        for place in binding.reader.heldPlaces {
            let target = try registry.reader(of: place.type)
            let new = try draft.value(place.ordinal)
            let kept = HeldReferences(stored[place.ordinal], place)
                .replaced(by: new) { graph.contains(HeldKey(target, $0)) }
            if let kept { _ = draft.set(place.ordinal, to: kept) }
        }
        return stored
    }
}
