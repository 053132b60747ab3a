internal import NacreEngine
internal import NacreFormat

/// Brings stored derived attributes up to date with the type's code. When the store is opened,
/// attributes that are new or have another version are written for all objects. So no read ever
/// meets a stale value.
struct DerivedValues {
    /// The stored schema without the stale derived attributes: those that the type no longer has,
    /// or has in another version or form.
    let schema: StoredSchema
    /// Whether any stored derived attribute is stale.
    let hasStale: Bool
    /// Whether the type has derived attributes that are not stored in the wanted form.
    let hasNew: Bool

    init(_ model: EntityModel, over stored: StoredSchema) {
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

    /// Removes the stale attributes, so that their replacements are added as new ones.
    func removeStale(in changes: Changes) throws {
        guard hasStale else { return }
        try changes.redefine(schema.name, attributes: schema.attributes)
    }

    /// Computes the new attributes for all objects.
    /// - Parameters:
    ///   - changes: The pending change, in which the entity already has the attributes.
    ///   - stageContext: The values that stages take from the store.
    func write(
        _ model: EntityModel, in changes: Changes, _ stageContext: StageContext
    ) throws {
        if hasNew, let type = model.type { try Self.write(type, model, changes, stageContext) }
    }

    private static func write<Owner: Entity>(
        _ type: Owner.Type, _ model: EntityModel, _ changes: Changes,
        _ stageContext: StageContext
    ) throws {
        let definition = try changes.definition(model.name)
        guard let layout = definition.layout else { return }
        let binding = EntityBinding<Owner>(model, definition, layout, stageContext)
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
    /// Whether both attributes are stored alike, so that values of one are valid for the other.
    fileprivate func isStored(as other: AttributeSchema) -> Bool {
        name == other.name && type == other.type && pipeline == other.pipeline
            && reference == other.reference
    }
}

extension StoredSchema {
    /// Returns the schema with some of its attributes only, and the indexes over only those.
    fileprivate func keeping(_ kept: [AttributeSchema]) -> StoredSchema {
        let ids = Set(kept.map(\.id))
        return StoredSchema(
            number: number, name: name, attributes: kept,
            idOrdinal: kept.firstIndex { $0.id == idAttribute.id } ?? -1,
            lastAttribute: lastAttribute,
            indexes: indexes.filter { $0.attributes.allSatisfy { ids.contains($0) } },
            searches: searches.filter { $0.attributes.allSatisfy { ids.contains($0) } },
            generation: generation, texts: texts)
    }
}
