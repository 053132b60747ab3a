package import NacreFormat

/// Defines entities and changes their attributes.
extension Changes {
    /// Defines an entity. Its number is assigned here.
    /// - Parameters:
    ///   - attributes: The attributes in declared order. Their ids are their places, from 1 on.
    ///   - lastAttribute: The highest attribute id assigned so far, if the schema has a past.
    ///   - indexes: The indexes other than those of unique attributes.
    ///   - searches: The full-text searches.
    ///   - generation: The generation of the program's plan, if the schema has a past.
    ///   - texts: The parts of the type's declaration that only its program applies.
    @discardableResult
    package func define(
        _ name: String, attributes: [AttributeSchema], id: String,
        lastAttribute: AttributeID? = nil, indexes: [NamedIndex] = [],
        searches: [NamedSearch] = [], generation: UInt32 = 0, texts: SchemaTexts = SchemaTexts()
    ) throws -> StoredSchema {
        try checkOpen()
        guard catalog[name] == nil else {
            throw StoreError(.schemaMismatch, "There is an entity '\(name)' already.")
        }
        guard let number = catalog.nextEntity else {
            throw StoreError(.limitReached, "The store's entity numbers are used up.")
        }
        let schema = StoredSchema(
            number: number, name: name, attributes: attributes,
            idOrdinal: attributes.firstIndex { $0.name == id } ?? -1, lastAttribute: lastAttribute,
            indexes: try indexes.map { try $0.schema(over: attributes, of: name) },
            searches: try searches.map { try $0.schema(over: attributes, of: name) },
            generation: generation, texts: texts)
        try store(schema, replacing: nil)
        return schema
    }

    /// Redefines the attributes of an entity: adds, removes and reorders them. No record is
    /// written: existing records keep their layout, and reads supply the values they lack.
    /// - Parameters:
    ///   - attributes: The attributes in the wanted order. They are matched by name; their ids are
    ///     ignored. A new attribute must be nullable or have a default. If an attribute becomes
    ///     unique, its values must differ in all objects, otherwise `uniqueViolation` is thrown.
    ///   - indexes: The wanted indexes; nil keeps the present ones.
    ///   - searches: The wanted full-text searches; nil keeps the present ones.
    ///   - progress: Called from time to time with the number of objects read for new indexes.
    /// - Returns: The schema now in force; the former one if nothing changes.
    @discardableResult
    package func redefine(
        _ name: String, attributes: [AttributeSchema], indexes: [NamedIndex]? = nil,
        searches: [NamedSearch]? = nil,
        progress: (_ objects: Int) throws -> Void = { _ in }
    ) throws -> StoredSchema {
        let declared = attributes.map { DeclaredAttribute($0) }
        return try redefine(
            name, declared: declared, indexes: indexes, searches: searches, progress: progress)
    }

    /// Redefines the attributes of an entity, which may have had other names.
    @discardableResult
    package func redefine(
        _ name: String, declared attributes: [DeclaredAttribute], indexes: [NamedIndex]? = nil,
        searches: [NamedSearch]? = nil,
        progress: (_ objects: Int) throws -> Void = { _ in }
    ) throws -> StoredSchema {
        try checkOpen()
        let definition = try definition(name)
        let former = definition.schema
        let difference = SchemaDifference(
            from: former, to: attributes, indexes: indexes, searches: searches)
        if difference.isEmpty { return former }
        let schema = try difference.result(layouts: catalog.layouts(of: former.number))
        try store(schema, replacing: definition, progress)
        return schema
    }

    /// Writes a schema and, if the attributes change, a new layout for new records.
    func store(
        _ schema: StoredSchema, replacing former: EntityDefinition?,
        _ progress: (_ objects: Int) throws -> Void = { _ in }
    ) throws {
        try schema.checkStorable()
        let layout = try layout(of: schema, replacing: former)
        let next = catalog.adding(schema)
        let complete = layout.map { next.adding($0) } ?? next
        // Before anything is written: present objects may violate a new uniqueness constraint.
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

    /// Returns a new layout; nil if the former layout still describes the attributes.
    private func layout(
        of schema: StoredSchema, replacing former: EntityDefinition?
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

extension StoredSchema {
    func checkStorable() throws(StoreError) {
        if let problem {
            throw StoreError(
                .schemaMismatch, "The entity '\(name)' cannot be stored: \(problem).")
        }
        if let condition = unusableCondition {
            throw StoreError(
                .schemaMismatch,
                "'\(condition.text)' cannot be the condition of unique values of '\(name)':"
                    + " \(condition.reason)"
            ).about(name)
        }
    }
}

extension AttributeSchema {
    /// Whether a layout describes both attributes in the same way.
    fileprivate func isLaidOut(as other: AttributeSchema) -> Bool {
        id == other.id && name == other.name && type == other.type
            && isNullable == other.isNullable && isUnique == other.isUnique
            && pipeline == other.pipeline
    }
}
