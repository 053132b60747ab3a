internal import NacreEngine
internal import NacreFormat

/// One change of a ``SchemaStep``. Names are stored names; the properties of an embedded struct
/// have names such as "hall.street". If the store does not have the entity, the change does
/// nothing, since there are no objects yet. `.addEntity` and `.migrate` are exceptions.
public struct SchemaChange: Sendable {
    enum Kind: Sendable {
        case add(AnyAttribute)
        case rename(String, to: String)
        case remove(String)
        case renameEntity(to: String)
        case rewrite(@Sendable (DynamicObject, inout DynamicDraft) throws -> Void)
        /// Adds an entity. The payload is its id attribute.
        case addEntity(AttributeSchema)
        case removeEntity
        case migrate(@Sendable (DynamicChanges) throws -> Void)
    }

    let kind: Kind
    /// The name of the entity; empty if the change applies to all entities.
    let entity: String

    /// Adds an attribute, unless the entity has it. Existing objects get no value, so the type must
    /// be optional.
    /// - Parameters:
    ///   - name: The name of the attribute.
    ///   - type: The type of its values, an optional.
    ///   - entity: The name of the entity.
    public static func add<Value: AttributeValue>(
        _ name: String, _ type: Value?.Type, to entity: String
    ) -> SchemaChange {
        add(name, Value?.attributeType, nil, to: entity)
    }

    /// Adds an attribute with a default, unless the entity has it.
    /// - Parameters:
    ///   - name: The name of the attribute.
    ///   - type: The type of its values.
    ///   - defaultValue: The value of existing objects.
    ///   - entity: The name of the entity.
    public static func add<Value: AttributeValue>(
        _ name: String, _ type: Value.Type, default defaultValue: Value, to entity: String
    ) -> SchemaChange {
        add(name, Value.attributeType, { try defaultValue.encode(into: &$0) }, to: entity)
    }

    /// Adds an attribute with stages, as `.transformed(by:)` declares them, unless the entity has
    /// it. Existing objects get no value, so the property must be optional.
    ///
    /// To change the stages of an attribute, a step renames the former attribute, adds the new one,
    /// fills it in `.rewrite` with the transformers' own functions, and removes the former
    /// attribute.
    /// - Parameters:
    ///   - name: The name of the attribute.
    ///   - transformer: The stages; combine several with ``Transformer/then(_:)``.
    ///   - entity: The name of the entity.
    public static func add<Value, Stored: AttributeValue>(
        _ name: String, through transformer: Transformer<Value, Stored>, to entity: String
    ) -> SchemaChange {
        add(name, Stored?.attributeType, stages: transformer.stages, nil, to: entity)
    }

    /// Adds an attribute with stages and a default, unless the entity has it.
    /// - Parameters:
    ///   - name: The name of the attribute.
    ///   - transformer: The stages.
    ///   - defaultValue: The value of existing objects.
    ///   - entity: The name of the entity.
    public static func add<Value, Stored: AttributeValue>(
        _ name: String, through transformer: Transformer<Value, Stored>,
        default defaultValue: Value, to entity: String
    ) -> SchemaChange {
        add(
            name, Stored.attributeType, stages: transformer.stages,
            { try transformer.transform(defaultValue).encode(into: &$0) }, to: entity)
    }

    private static func add(
        _ name: String, _ type: AttributeType, stages: [String] = [],
        _ defaultValue: DefaultWriter?, to entity: String
    ) -> SchemaChange {
        SchemaChange(
            kind: .add(
                AnyAttribute(addedBySteps: name, type, stages: stages, defaultValue: defaultValue)),
            entity: entity)
    }

    /// Renames an attribute. If nothing else changes, `.originalName` on the property does this
    /// without a plan.
    /// - Parameters:
    ///   - name: The current name.
    ///   - newName: The new name.
    ///   - entity: The name of the entity.
    public static func rename(
        _ name: String, to newName: String, of entity: String
    ) -> SchemaChange {
        SchemaChange(kind: .rename(name, to: newName), entity: entity)
    }

    /// Removes an attribute with all its values, if the entity has it.
    /// - Parameters:
    ///   - name: The name of the attribute.
    ///   - entity: The name of the entity.
    public static func remove(_ name: String, from entity: String) -> SchemaChange {
        SchemaChange(kind: .remove(name), entity: entity)
    }

    /// Renames an entity, including in references that lead to it.
    /// - Parameters:
    ///   - entity: The current name.
    ///   - newName: The new name.
    public static func renameEntity(_ entity: String, to newName: String) -> SchemaChange {
        SchemaChange(kind: .renameEntity(to: newName), entity: entity)
    }

    /// Calls a closure for each object of an entity, one at a time, and stores the objects that it
    /// changes.
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - body: Receives the current object, and a draft of its new state, which starts as the
    ///     current state. If it throws, opening the store fails and the store stays unchanged.
    public static func rewrite(
        _ entity: String,
        _ body: @escaping @Sendable (DynamicObject, inout DynamicDraft) throws -> Void
    ) -> SchemaChange {
        SchemaChange(kind: .rewrite(body), entity: entity)
    }

    /// Adds an entity with only an id, unless the store has it. Use `.add` to give it attributes,
    /// and `.migrate` to give it objects. This change is needed only if a step uses the entity
    /// before its Swift type is opened; otherwise declaring the type is enough. If the store has
    /// the entity with ids of another name or type, opening fails, even if `.removeEntity` removed
    /// it. In that case, rename the former entity first with `.renameEntity`.
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - id: The name of the id attribute.
    ///   - type: The type of its ids.
    public static func addEntity<ID: Primitive>(
        _ entity: String, id: String = "id", _ type: ID.Type
    ) -> SchemaChange {
        let schema = AttributeSchema(
            id: AttributeID(1), name: id, type: ID.storedType, isNullable: false)
        return SchemaChange(kind: .addEntity(schema), entity: entity)
    }

    /// Deletes all objects of an entity, if the store has it, and all its attributes except the id.
    /// The name stays in the catalog: a type that is stored under it later must have ids of the
    /// same name and type, and defaults for its required attributes. References to the objects
    /// follow the delete rules in the store. A `deny` rule makes opening fail, unless a step
    /// removes the reference first.
    /// - Parameter entity: The name of the entity.
    public static func removeEntity(_ entity: String) -> SchemaChange {
        SchemaChange(kind: .removeEntity, entity: entity)
    }

    /// Runs a closure on the whole store, for changes that no other case covers: looking up objects
    /// of other entities, adding and deleting objects, splitting or merging entities.
    ///
    /// ```swift
    /// SchemaStep(
    ///     3, "addresses are objects",
    ///     .addEntity("Address", Int.self),
    ///     .add("street", String.self, default: "", to: "Address"),
    ///     .add("street", String?.self, to: "Member"),
    ///     .migrate { store in
    ///         try store.forEach("Member") { member in
    ///             guard let street: String = try member["street"] else { return }
    ///             try store.insert("Address") { address in
    ///                 address["id"] = try member["id"] as Int?
    ///                 address["street"] = street
    ///             }
    ///         }
    ///     })
    /// ```
    /// - Parameter body: Receives the store as the previous steps left it. If it throws, opening
    ///   the store fails and the store stays unchanged.
    public static func migrate(
        _ body: @escaping @Sendable (DynamicChanges) throws -> Void
    ) -> SchemaChange {
        SchemaChange(kind: .migrate(body), entity: "")
    }
}

extension SchemaChange {
    /// Returns the attributes that the entity is to have. Nil if the change does not concern
    /// attributes or is done already.
    func attributes(
        over stored: StoredSchema
    ) throws(StoreError) -> [DeclaredAttribute]? {
        let all = stored.attributes.map { DeclaredAttribute($0) }
        switch kind {
        case .add(let attribute):
            let leaves = try EntityModel.declared(attribute, of: stored.name)
            let missing = leaves.filter { stored.ordinal(of: $0.schema.name) == nil }
            return missing.isEmpty ? nil : all + missing
        case .rename(let old, let new):
            guard let place = stored.ordinal(of: old) else {
                if stored.ordinal(of: new) != nil { return nil }
                throw stored.lacks(old)
            }
            guard stored.ordinal(of: new) == nil else {
                throw StoreError(
                    .schemaMismatch,
                    "'\(old)' of '\(entity)' cannot be renamed to '\(new)': there is an attribute"
                        + " of that name already.")
            }
            var renamed = all
            renamed[place] = DeclaredAttribute(
                stored.attributes[place].named(new), originalNames: [old])
            return renamed
        case .remove(let name):
            guard let place = stored.ordinal(of: name) else { return nil }
            guard place != stored.idOrdinal else {
                throw StoreError(
                    .schemaMismatch, "'\(name)' of '\(entity)' is the id, which is never removed.")
            }
            var rest = all
            rest.remove(at: place)
            return rest
        case .renameEntity, .rewrite, .addEntity, .removeEntity, .migrate: return nil
        }
    }

    /// Checks that an existing entity has the id of the entity to add.
    func check(
        _ stored: StoredSchema, has id: AttributeSchema
    ) throws(StoreError) {
        let present = stored.idAttribute
        guard present.name != id.name || present.type != id.type else { return }
        throw StoreError(
            .schemaMismatch,
            "'\(entity)' cannot be added with the id '\(id.name)' of type \(id.type.name): the"
                + " store has it with '\(present.name)' of type \(present.type.name). Rename that"
                + " one first.")
    }

    /// Returns the schema of the entity to add, with the next free entity number.
    func added(
        _ id: AttributeSchema, to schemas: [StoredSchema]
    ) throws(StoreError) -> StoredSchema {
        guard let number = (schemas.map(\.number).max() ?? EntityNumber(0)).next else {
            throw StoreError(.limitReached, "The store's entity numbers are used up.")
        }
        let schema = StoredSchema(
            number: number, name: entity, attributes: [id], idOrdinal: 0)
        if let problem = schema.problem { throw EntityModel.error(entity, problem) }
        return schema
    }

    /// A description of the change, for people.
    var text: String {
        switch kind {
        case .add(let attribute): "adds '\(attribute.name)'"
        case .rename(let old, let new): "renames '\(old)' to '\(new)'"
        case .remove(let name): "removes '\(name)' with its values"
        case .renameEntity(let name): "renames the entity to '\(name)'"
        case .rewrite: "rewrites objects"
        case .addEntity: "is added"
        case .removeEntity: "is removed with all objects"
        case .migrate: "changes objects of any entity"
        }
    }
}
