package import NacreFormat

/// Entities that are made, and entities whose attributes change.
extension Changes {
    /// Makes an entity. Its numbers are given here.
    /// - Parameters:
    ///   - attributes: in declared order; their ids are their places, from 1 on.
    ///   - lastAttribute: the highest attribute id given so far, where the schema has a past.
    @discardableResult
    package func define(
        _ name: String, attributes: [AttributeSchema], id: String,
        lastAttribute: AttributeID? = nil
    ) throws -> EntitySchema {
        try checkOpen()
        guard catalog[name] == nil else {
            throw StoreError(.schemaMismatch, "There is an entity '\(name)' already.")
        }
        guard let number = catalog.nextEntity else {
            throw StoreError(.limitReached, "The store's entity numbers are used up.")
        }
        let schema = EntitySchema(
            number: number, name: name, attributes: attributes,
            idOrdinal: attributes.firstIndex { $0.name == id } ?? -1, lastAttribute: lastAttribute)
        try store(schema, replacing: nil)
        return schema
    }

    /// Declares the attributes of an entity anew: adds, removes and reorders them. No record is
    /// written: those that exist keep their layout, and reading makes up for what it lacks.
    /// - Parameter attributes: in the order wanted. Attributes are the same as before if their
    ///   names are; the ids given here count for nothing. What is new is nullable or has a default.
    ///   What becomes unique has different values in all objects, else `uniqueViolation` is thrown.
    /// - Returns: the schema that holds now; the former one if nothing is to change.
    @discardableResult
    package func redefine(
        _ name: String, attributes: [AttributeSchema]
    ) throws -> EntitySchema {
        try checkOpen()
        let definition = try definition(name)
        let former = definition.schema
        let difference = SchemaDifference(from: former, to: attributes)
        if difference.isEmpty { return former }
        let schema = try difference.result(layouts: catalog.layouts(of: former.number))
        try store(schema, replacing: definition)
        return schema
    }

    /// Writes a schema and a new layout of it, which new records get from now on.
    private func store(
        _ schema: EntitySchema, replacing former: EntityDefinition?
    ) throws {
        if let problem = schema.problem {
            throw StoreError(
                .schemaMismatch, "The entity '\(schema.name)' cannot be stored: \(problem).")
        }
        guard let layoutID = catalog.nextLayout else {
            throw StoreError(.limitReached, "The store's layout numbers are used up.")
        }
        let layout = Layout(id: layoutID, of: schema)
        let next = catalog.adding(schema).adding(layout)
        // Before anything is written: objects that are there may not allow what becomes unique.
        let trees = try newUniqueTrees(in: next, replacing: former)
        try whole {
            try write { () throws(FileError) in
                try commit.append(.schema) { schema.encode(into: $0) }
                try commit.append(.layout) { layout.encode(into: $0) }
            }
        }
        adopt(next, trees)
    }
}
