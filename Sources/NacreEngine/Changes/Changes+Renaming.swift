package import NacreFormat

extension Changes {
    /// Renames an entity, including in the references that lead to it. Writes no record and no
    /// layout: existing layouts keep the entity's former name.
    package func rename(_ entity: String, to name: String) throws {
        try checkOpen()
        _ = try definition(entity)
        guard catalog[name] == nil else {
            throw StoreError(
                .schemaMismatch,
                "'\(entity)' cannot be renamed to '\(name)': there is an entity '\(name)' already.")
        }
        for definition in catalog.all {
            let schema = definition.schema.renaming([entity: name])
            if schema != definition.schema { try store(schema, replacing: definition) }
        }
    }
}

extension Catalog {
    /// The present names of entities by their former names, which the layouts keep.
    package var formerNames: [String: String] {
        var names: [String: String] = [:]
        for (definition, layouts) in allWithLayouts {
            let name = definition.schema.name
            for layout in layouts where layout.entityName != name {
                names[layout.entityName] = name
            }
        }
        return names
    }
}

extension StoredSchema {
    /// Returns the schema with other entity names.
    /// - Parameter names: The new names by the old ones.
    package func renaming(_ names: [String: String]) -> StoredSchema {
        StoredSchema(
            number: number, name: names[name] ?? name,
            attributes: attributes.map { attribute in
                guard let reference = attribute.reference, let name = names[reference] else {
                    return attribute
                }
                return attribute.with(reference: name)
            }, idOrdinal: idOrdinal, lastAttribute: lastAttribute, indexes: indexes,
            searches: searches, generation: generation, texts: texts)
    }
}
