package import NacreFormat

/// Entities that are made, and entities whose attributes change.
extension Changes {
    /// Makes an entity. Its numbers are given here.
    /// - Parameters:
    ///   - attributes: in declared order; their ids are their places, from 1 on.
    ///   - lastAttribute: the highest attribute id given so far, where the schema has a past.
    ///   - indexes: besides those of unique attributes.
    ///   - generation: of its program's plan, where the schema has a past.
    @discardableResult
    package func define(
        _ name: String, attributes: [AttributeSchema], id: String,
        lastAttribute: AttributeID? = nil, indexes: [NamedIndex] = [], generation: UInt32 = 0
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
            idOrdinal: attributes.firstIndex { $0.name == id } ?? -1, lastAttribute: lastAttribute,
            indexes: try indexes.map { try $0.schema(over: attributes, of: name) },
            generation: generation)
        try store(schema, replacing: nil)
        return schema
    }

    /// Declares the attributes of an entity anew: adds, removes and reorders them. No record is
    /// written: those that exist keep their layout, and reading makes up for what it lacks.
    /// - Parameters:
    ///   - attributes: in the order wanted. Attributes are the same as before if their names are;
    ///     the ids given here count for nothing. What is new is nullable or has a default. What
    ///     becomes unique has different values in all objects, else `uniqueViolation` is thrown.
    ///   - indexes: nil keeps those that there are.
    ///   - progress: called now and then with how many objects were read for new indexes.
    /// - Returns: the schema that holds now; the former one if nothing is to change.
    @discardableResult
    package func redefine(
        _ name: String, attributes: [AttributeSchema], indexes: [NamedIndex]? = nil,
        progress: (_ objects: Int) throws -> Void = { _ in }
    ) throws -> EntitySchema {
        let declared = attributes.map { DeclaredAttribute($0) }
        return try redefine(name, declared: declared, indexes: indexes, progress: progress)
    }

    /// The same, for attributes that may have had other names.
    @discardableResult
    package func redefine(
        _ name: String, declared attributes: [DeclaredAttribute], indexes: [NamedIndex]? = nil,
        progress: (_ objects: Int) throws -> Void = { _ in }
    ) throws -> EntitySchema {
        try checkOpen()
        let definition = try definition(name)
        let former = definition.schema
        let difference = SchemaDifference(from: former, to: attributes, indexes: indexes)
        if difference.isEmpty { return former }
        let schema = try difference.result(layouts: catalog.layouts(of: former.number))
        try store(schema, replacing: definition, progress)
        return schema
    }

    /// Writes a schema and, where the attributes change, a new layout, which new records get from
    /// now on.
    func store(
        _ schema: EntitySchema, replacing former: EntityDefinition?,
        _ progress: (_ objects: Int) throws -> Void = { _ in }
    ) throws {
        try schema.checkStorable()
        let layout = try layout(of: schema, replacing: former)
        let next = catalog.adding(schema)
        let complete = layout.map { next.adding($0) } ?? next
        // Before anything is written: objects that are there may not allow what becomes unique.
        let trees = try newTrees(in: complete, replacing: former, progress)
        try checkReferences(of: schema, in: complete, replacing: former)
        try whole {
            try write { () throws(FileError) in
                try commit.append(.schema) { schema.encode(into: $0) }
                if let layout { try commit.append(.layout) { layout.encode(into: $0) } }
            }
        }
        adopt(complete, trees)
    }

    /// A new layout; nil if all stays that one says of attributes, so that the former one serves.
    private func layout(
        of schema: EntitySchema, replacing former: EntityDefinition?
    ) throws(StoreError) -> Layout? {
        if let former, former.isWhole,
            former.schema.attributes.elementsEqual(schema.attributes, by: { $0.isLaidOut(as: $1) })
        {
            return nil
        }
        guard let id = catalog.nextLayout else {
            throw Catalog.noLayoutLeft
        }
        return Layout(id: id, of: schema)
    }
}

extension EntitySchema {
    func checkStorable() throws(StoreError) {
        guard let problem else { return }
        throw StoreError(.schemaMismatch, "The entity '\(name)' cannot be stored: \(problem).")
    }
}

extension AttributeSchema {
    /// Whether a layout says the same of both.
    fileprivate func isLaidOut(as other: AttributeSchema) -> Bool {
        id == other.id && name == other.name && type == other.type
            && isNullable == other.isNullable && isUnique == other.isUnique
            && pipeline == other.pipeline
    }
}
