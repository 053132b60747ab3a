internal import NacreEngine
internal import NacreFormat

/// Saving an object with those that it holds by value.
extension WriteTransaction {
    /// Writes an object that holds others, and then these: all of them or none. None is written if
    /// one of them breaks a rule.
    /// - Parameter put: writes the object's record.
    func writeHolding<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>, _ put: (RecordBuilder) throws -> Void
    ) throws(StoreError) {
        let held = try HeldSaving(of: object, changes, registry)
        try check(object, held, binding)
        try StoreError.typed {
            try changes.savepoint {
                let draft = try encoded(object, binding)
                // Of the object itself nothing was left out when it was read, but itself.
                let root = HeldKey(binding.reader, try object.id.storedValue().value)
                _ = try keepWaysBack([root], in: draft, binding)
                try put(draft)
                for other in held.objects { try save(other, held.keys) }
            }
        }
    }

    /// Writes what an object holds, and not the object.
    func writeHeld<Owner: Entity>(
        by object: Owner, _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        let held = try HeldSaving(of: object, changes, registry)
        try check(object, held, binding)
        try StoreError.typed {
            try changes.savepoint { for other in held.objects { try save(other, held.keys) } }
        }
    }

    private func check<Owner: Entity>(
        _ object: Owner, _ held: HeldSaving, _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        var violations = binding.checks.violations(of: object)
        for other in held.objects { violations += try brokenRules(of: other) }
        if !violations.isEmpty { throw StoreError(violations) }
    }

    private func brokenRules<Owner: Entity>(of object: Owner) throws(StoreError) -> [Violation] {
        try registry.binding(Owner.self).checks.violations(of: object)
    }

    /// Saves an object that is held, unless it is stored as it is.
    private func save<Owner: Entity>(_ object: Owner, _ graph: Set<HeldKey>) throws {
        let binding = try registry.binding(Owner.self)
        let draft = try encoded(object, binding)
        if let stored = try keepWaysBack(graph, in: draft, binding) {
            let isSame = try stored.indices.allSatisfy {
                try draft.value($0).isIdentical(to: stored[$0])
            }
            if isSame { return }
        }
        _ = try changes.save(draft, in: binding.definition)
    }

    /// Ways that lead back were left out when the object was read, see ``HeldGraph``: a reference
    /// to an object that is saved with this one stays where it is stored.
    /// - Parameter graph: the objects that are saved together.
    /// - Returns: the stored values of the object; nil if it is new.
    private func keepWaysBack<Owner: Entity>(
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
