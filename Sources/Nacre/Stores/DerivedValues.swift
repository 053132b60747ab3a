internal import NacreEngine
internal import NacreFormat

/// Brings what a store holds of derived attributes to what the type's code computes now: those that
/// are new or of another version are written for all objects, when the store is opened. So no read
/// ever meets one that is stale.
struct DerivedValues {
    /// The entity without the derived attributes that the type has no more, or otherwise.
    let schema: NacreFormat.EntitySchema
    /// Whether there are such.
    let hasStale: Bool
    /// Whether the type has any that are not stored as it wants them.
    let hasNew: Bool

    init(_ model: EntityModel, over stored: NacreFormat.EntitySchema) {
        let wanted = model.schema.attributes
        let kept = stored.attributes.filter { attribute in
            DerivedVersion(stages: attribute.pipeline) == nil
                || wanted.contains { $0.isStored(as: attribute) }
        }
        hasStale = kept.count < stored.attributes.count
        hasNew = wanted.contains { attribute in
            DerivedVersion(stages: attribute.pipeline) != nil
                && !kept.contains { $0.name == attribute.name }
        }
        schema = hasStale ? stored.keeping(kept) : stored
    }

    /// Takes the stale ones away, so that what comes in their place is new.
    func removeStale(in changes: Changes) throws {
        guard hasStale else { return }
        try changes.redefine(schema.name, attributes: schema.attributes)
    }

    /// Computes those that are new, of all objects.
    /// - Parameter changes: in which the entity has them already.
    func write(_ model: EntityModel, in changes: Changes) throws {
        if hasNew, let type = model.type { try Self.write(type, model, changes) }
    }

    private static func write<Owner: Entity>(
        _ type: Owner.Type, _ model: EntityModel, _ changes: Changes
    ) throws {
        let definition = try changes.definition(model.name)
        guard let layout = definition.layout else { return }
        let binding = EntityBinding<Owner>(model, definition, layout)
        try changes.forEach(in: model.name) { stored in
            let object = try binding.object(of: stored.values, in: changes)
            let draft = try changes.emptyDraft(definition)
            try binding.encode(object, into: draft)
            if binding.keepsStored {
                try binding.keepStored(of: object, in: draft, from: changes)
            }
            try changes.update(draft, of: definition)
            return true
        }
    }
}

extension AttributeSchema {
    /// Whether values of both can stand in one place.
    fileprivate func isStored(as other: AttributeSchema) -> Bool {
        name == other.name && type == other.type && pipeline == other.pipeline
            && reference == other.reference
    }
}

extension NacreFormat.EntitySchema {
    /// With some of its attributes only, and the indexes that they have by themselves.
    fileprivate func keeping(_ kept: [AttributeSchema]) -> NacreFormat.EntitySchema {
        let ids = Set(kept.map(\.id))
        return NacreFormat.EntitySchema(
            number: number, name: name, attributes: kept,
            idOrdinal: kept.firstIndex { $0.id == idAttribute.id } ?? -1,
            lastAttribute: lastAttribute,
            indexes: indexes.filter { $0.attributes.allSatisfy { ids.contains($0) } },
            generation: generation)
    }
}
