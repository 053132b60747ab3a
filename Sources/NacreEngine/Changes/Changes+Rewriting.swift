package import NacreFormat

extension Changes {
    /// Calls `body` with each object of an entity, one at a time. The body may change objects.
    /// Objects added meanwhile may be visited or not.
    /// - Parameter body: Returns the object's values, with the same id. They are written if they
    ///   differ from the stored ones.
    package func rewrite(
        _ entity: String, _ body: (StoredObject) throws -> [Value]
    ) throws {
        let schema = try definition(entity).schema
        let end = roots(of: schema.number).rowsEnd
        // By row: an update keeps the row, but moves the record that an iterator would point to.
        for row in 0..<end where roots(of: schema.number).rows[row] != 0 {
            let object = try object(record(of: row, in: definition(entity)), schema)
            let values = try body(object)
            let isSame = zip(values, object.values).allSatisfy { $0.isIdentical(to: $1) }
            if !isSame { try update(values, of: entity) }
        }
    }

    /// Sets the generation of all schemas, which is that of the program's plan.
    package func setGeneration(_ generation: UInt32) throws {
        try checkOpen()
        for definition in catalog.all where definition.schema.generation != generation {
            try store(definition.schema.with(generation: generation), replacing: definition)
        }
    }

    /// Sets the texts of an entity's schema.
    package func setTexts(_ texts: SchemaTexts, of entity: String) throws {
        try checkOpen()
        let definition = try definition(entity)
        if definition.schema.texts == texts { return }
        try store(definition.schema.with(texts: texts), replacing: definition)
    }
}

extension Catalog {
    /// The generation of the plan that the store's program follows; 0 if it never had one.
    package var generation: UInt32 { all.map(\.schema.generation).max() ?? 0 }
}
