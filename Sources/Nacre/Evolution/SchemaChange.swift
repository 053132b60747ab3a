internal import NacreEngine
internal import NacreFormat

/// One change of a ``SchemaStep``. Names are those in the store; the properties of an embedded
/// struct have names such as "hall.street". Of an entity that the store does not have, it changes
/// nothing: there are no objects of it yet; `.addEntity` and `.migrate` aside.
public struct SchemaChange: Sendable {
    enum Kind: Sendable {
        case add(AnyAttribute)
        case rename(String, to: String)
        case remove(String)
        case renameEntity(to: String)
        case rewrite(@Sendable (DynamicObject, inout DynamicDraft) throws -> Void)
        /// With its id.
        case addEntity(AttributeSchema)
        case removeEntity
        case migrate(@Sendable (DynamicChanges) throws -> Void)
    }

    let kind: Kind
    /// Empty where it is about all of them.
    let entity: String

    /// Adds an attribute, unless the entity has it. Objects that are there get no value: it must be
    /// optional.
    /// - Parameters:
    ///   - name: of the attribute.
    ///   - type: of its values, an optional.
    ///   - entity: the name of the entity.
    public static func add<Value: AttributeValue>(
        _ name: String, _ type: Value?.Type, to entity: String
    ) -> SchemaChange {
        add(name, Value?.attributeType, nil, to: entity)
    }

    /// Adds an attribute, unless the entity has it.
    /// - Parameters:
    ///   - name: of the attribute.
    ///   - type: of its values.
    ///   - defaultValue: what objects have that are there.
    ///   - entity: the name of the entity.
    public static func add<Value: AttributeValue>(
        _ name: String, _ type: Value.Type, default defaultValue: Value, to entity: String
    ) -> SchemaChange {
        add(name, Value.attributeType, { try defaultValue.encode(into: &$0) }, to: entity)
    }

    /// Adds an attribute with stages, as `.transformed(by:)` declares them, unless the entity has
    /// it. Objects that are there get no value: the property must be optional.
    ///
    /// A step that changes the stages of an attribute renames the former one, adds the new one,
    /// fills it in `.rewrite` by the transformers' own functions, and removes the former one.
    /// - Parameters:
    ///   - name: of the attribute.
    ///   - transformer: the stages, several by ``Transformer/then(_:)``.
    ///   - entity: the name of the entity.
    public static func add<Value, Stored: AttributeValue>(
        _ name: String, through transformer: Transformer<Value, Stored>, to entity: String
    ) -> SchemaChange {
        add(name, Stored?.attributeType, stages: transformer.stages, nil, to: entity)
    }

    /// Adds an attribute with stages, unless the entity has it.
    /// - Parameters:
    ///   - name: of the attribute.
    ///   - transformer: the stages.
    ///   - defaultValue: what objects have that are there.
    ///   - entity: the name of the entity.
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

    /// Gives an attribute another name. Where only that is to change, `.originalName` at the
    /// property says it without a plan.
    /// - Parameters:
    ///   - name: so far.
    ///   - newName: from now on.
    ///   - entity: the name of the entity.
    public static func rename(
        _ name: String, to newName: String, of entity: String
    ) -> SchemaChange {
        SchemaChange(kind: .rename(name, to: newName), entity: entity)
    }

    /// Removes an attribute with all its values, if the entity has it.
    /// - Parameters:
    ///   - name: of the attribute.
    ///   - entity: the name of the entity.
    public static func remove(_ name: String, from entity: String) -> SchemaChange {
        SchemaChange(kind: .remove(name), entity: entity)
    }

    /// Gives an entity another name, also where references lead to it.
    /// - Parameters:
    ///   - entity: the name so far.
    ///   - newName: from now on.
    public static func renameEntity(_ entity: String, to newName: String) -> SchemaChange {
        SchemaChange(kind: .renameEntity(to: newName), entity: entity)
    }

    /// Goes through the objects of an entity, one at a time, and stores those that come out
    /// changed.
    /// - Parameters:
    ///   - entity: the name of the entity.
    ///   - body: gets an object as it is, and what it is to be, which begins as the same. What it
    ///     throws ends the opening of the store, which then is as it was.
    public static func rewrite(
        _ entity: String,
        _ body: @escaping @Sendable (DynamicObject, inout DynamicDraft) throws -> Void
    ) -> SchemaChange {
        SchemaChange(kind: .rewrite(body), entity: entity)
    }

    /// Adds an entity that has an id and nothing else, unless the store has it: `.add` gives it
    /// attributes, and `.migrate` objects. Where no step needs it before its Swift type comes, the
    /// type alone says it. One that is there with ids of another name or type is an error, also if
    /// `.removeEntity` has left it: give that one another name first, by `.renameEntity`.
    /// - Parameters:
    ///   - entity: the name of the entity.
    ///   - type: of its ids.
    ///   - id: the name of the id attribute.
    public static func addEntity<ID: Primitive>(
        _ entity: String, id: String = "id", _ type: ID.Type
    ) -> SchemaChange {
        let schema = AttributeSchema(
            id: AttributeID(1), name: id, type: ID.storedType, isNullable: false)
        return SchemaChange(kind: .addEntity(schema), entity: entity)
    }

    /// Deletes all objects of an entity, if the store has it, and its attributes but the id. The
    /// name stays known: a type that is stored under it later must have ids of the same name and
    /// type, and defaults for what it requires. References to the objects go by the delete rules
    /// that the store has, and one that denies ends the opening unless it is removed before.
    /// - Parameter entity: the name of the entity.
    public static func removeEntity(_ entity: String) -> SchemaChange {
        SchemaChange(kind: .removeEntity, entity: entity)
    }

    /// Does what no other change does: looks up objects of other entities, adds and deletes some,
    /// makes two entities of one or one of two.
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
    /// - Parameter body: gets the store as the steps before have left it. What it throws ends the
    ///   opening of the store, which then is as it was.
    public static func migrate(
        _ body: @escaping @Sendable (DynamicChanges) throws -> Void
    ) -> SchemaChange {
        SchemaChange(kind: .migrate(body), entity: "")
    }
}

extension SchemaChange {
    /// The attributes that the entity is to have; nil if the change is none of attributes, or made
    /// already.
    func attributes(
        over stored: NacreFormat.EntitySchema
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
                    .schemaMismatch, "'\(name)' of '\(entity)' is the id, which stays.")
            }
            var rest = all
            rest.remove(at: place)
            return rest
        case .renameEntity, .rewrite, .addEntity, .removeEntity, .migrate: return nil
        }
    }

    /// Whether an entity that is there already can be the one that is to be added.
    func check(
        _ stored: NacreFormat.EntitySchema, has id: AttributeSchema
    ) throws(StoreError) {
        let present = stored.idAttribute
        guard present.name != id.name || present.type != id.type else { return }
        throw StoreError(
            .schemaMismatch,
            "'\(entity)' cannot be added with the id '\(id.name)' of type \(id.type.name): the"
                + " store has it with '\(present.name)' of type \(present.type.name). Rename that"
                + " one first.")
    }

    /// The entity that is to be added, as one more of a store that has some.
    func added(
        _ id: AttributeSchema, to schemas: [NacreFormat.EntitySchema]
    ) throws(StoreError) -> NacreFormat.EntitySchema {
        guard let number = (schemas.map(\.number).max() ?? EntityNumber(0)).next else {
            throw StoreError(.limitReached, "The store's entity numbers are used up.")
        }
        let schema = NacreFormat.EntitySchema(
            number: number, name: entity, attributes: [id], idOrdinal: 0)
        if let problem = schema.problem { throw EntityModel.error(entity, problem) }
        return schema
    }

    /// For people.
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
