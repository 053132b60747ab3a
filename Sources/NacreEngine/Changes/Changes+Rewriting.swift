package import NacreFormat

extension Changes {
    /// Goes through the objects of an entity, which may be changed on the way, and holds one at a
    /// time. Objects that are added meanwhile may be met or not.
    /// - Parameter body: returns the object's values, with the same id; it is written if they are
    ///   others than before.
    package func rewrite(
        _ entity: String, _ body: (StoredObject) throws -> [Value]
    ) throws {
        let schema = try definition(entity).schema
        let end = roots(of: schema.number).rowsEnd
        // By row: an update keeps it, and moves the record that an iteration would stand on.
        for row in 0..<end where roots(of: schema.number).rows[row] != 0 {
            let object = try object(record(of: row, in: definition(entity)), schema)
            let values = try body(object)
            let isSame = zip(values, object.values).allSatisfy { $0.isIdentical(to: $1) }
            if !isSame { try update(values, of: entity) }
        }
    }

    /// Says that the schema is of a generation of its program's plan.
    package func setGeneration(_ generation: UInt32) throws {
        try checkOpen()
        for definition in catalog.all where definition.schema.generation != generation {
            try store(definition.schema.with(generation: generation), replacing: definition)
        }
    }
}

extension Catalog {
    /// Of the plan that the store's program follows; 0 before there was one.
    package var generation: UInt32 { all.map(\.schema.generation).max() ?? 0 }
}
