internal import NacreEngine
internal import NacreFormat

/// The ids of the stored objects that new held ones meet by unique values, by the keys of the held
/// ones.
typealias MetObjects = [HeldKey: NacreFormat.Value]

/// Upserts of objects that others hold by value. A new held object whose unique value is taken
/// follows the policy of the constraint, and references to it lead to the stored object.
extension WriteTransaction {
    /// Returns the stored objects that held ones meet.
    func metObjects(_ held: HeldSaving) throws -> MetObjects {
        var met: MetObjects = [:]
        for object in held.objects { try meet(object, held.keys, &met) }
        return met
    }

    func meet<Owner: Entity>(
        _ object: Owner, _ graph: Set<HeldKey>, _ met: inout MetObjects
    ) throws {
        let binding = try registry.binding(Owner.self)
        guard let id = try metID(of: object, binding) else { return }
        // An object that is saved with this one may give the value up.
        if graph.contains(HeldKey(binding.reader, id)) { return }
        met[try HeldKey(of: object, registry)] = id
    }

    /// Returns the id of the stored object that an object meets; nil if there is none, or if the
    /// object is stored itself.
    func metID<Owner: Entity>(
        of object: Owner, _ binding: EntityBinding<Owner>
    ) throws -> NacreFormat.Value? {
        guard !binding.upsertRules.isEmpty, !Owner.isAppendOnly else { return nil }
        let draft = try encoded(object, binding)
        if try isThere(draft, binding.definition) { return nil }
        return try metObject(draft, binding)?.id
    }

    /// Lets the references of a draft lead to the stored objects instead of those that meet them.
    func redirect(
        _ draft: RecordBuilder, to met: MetObjects, _ reader: ObjectReader
    ) throws {
        if met.isEmpty { return }
        for place in reader.heldPlaces {
            let target = try registry.reader(of: place.type)
            let references = HeldReferences(try draft.value(place.ordinal), place)
            let redirected = references.redirected { met[HeldKey(target, $0)] }
            if let redirected { _ = draft.set(place.ordinal, to: redirected) }
        }
    }
}
