internal import NacreEngine
internal import NacreFormat

/// Brings a store's schema to what the Swift types say, when it is opened.
struct SchemaOpener {
    private let database: Database
    private let options: Store.Options

    init(_ database: Database, _ options: Store.Options) {
        self.database = database
        self.options = options
    }

    func open(_ types: [any Entity.Type]) throws(StoreError) -> EntityRegistry {
        // A type that is named twice is meant once.
        var seen: Set<ObjectIdentifier> = []
        let types = types.filter { seen.insert(ObjectIdentifier($0)).inserted }
        var models: [EntityModel] = []
        for type in types { models.append(try EntityModel(type)) }
        var names: Set<String> = []
        for model in models where !names.insert(model.name).inserted {
            throw mismatch(
                "Two types are stored under the name '\(model.name)'. Give one another"
                    + " entityName.")
        }
        try reconcile(types, models)
        let catalog = try database.snapshot().catalog
        var entries: [EntityRegistry.Entry] = []
        for (type, model) in zip(types, models) { entries.append(try entry(type, model, catalog)) }
        return EntityRegistry(path: database.path, entries)
    }

    private func entry<Owner: Entity>(
        _ type: Owner.Type, _ model: EntityModel, _ catalog: Catalog
    ) throws(StoreError) -> EntityRegistry.Entry {
        guard let definition = catalog[model.name], let layout = definition.layout else {
            throw mismatch(
                "The store has no entity '\(model.name)', and was opened for reading only.")
        }
        return EntityRegistry.Entry(EntityBinding<Owner>(model, definition, layout))
    }

    private func reconcile(
        _ types: [any Entity.Type], _ models: [EntityModel]
    ) throws(StoreError) {
        let catalog = try database.snapshot().catalog
        var missing: [EntityModel] = []
        var changed: [SchemaChange] = []
        for (type, model) in zip(types, models) {
            guard let known = catalog[model.name]?.schema else {
                missing.append(model)
                continue
            }
            try checkID(of: model, over: known)
            let derived = DerivedValues(model, over: known)
            let stored = derived.schema
            let defaults = try DefaultValues(model).values()
            let wanted = attributes(of: model, defaults, over: stored)
            let difference = SchemaDifference(from: stored, to: wanted, indexes: model.indexes)
            try check(difference, stored.name)
            try checkMembers(of: model, defaults, over: stored)
            if !difference.isEmpty || derived.hasStale {
                changed.append(
                    SchemaChange(
                        type: type, model: model, attributes: wanted, derived: derived,
                        absent: AbsentStructs(model, defaults, over: stored)))
            }
        }
        guard !missing.isEmpty || !changed.isEmpty, !options.isReadOnly else { return }
        try StoreError.typed {
            try database.performChanges(author: "schema") { changes in
                for model in missing {
                    try changes.define(
                        model.name, attributes: model.schema.attributes,
                        id: model.schema.idAttribute.name, indexes: model.indexes)
                }
                for change in changed {
                    try change.derived.removeStale(in: changes)
                    try changes.redefine(
                        change.model.name, attributes: change.attributes,
                        indexes: change.model.indexes)
                    try change.absent.write(in: changes)
                    try change.derived.write(change.type, change.model, in: changes)
                }
            }
        }
    }

    /// What a type wants otherwise than it is stored.
    private struct SchemaChange {
        let type: any Entity.Type
        let model: EntityModel
        let attributes: [AttributeSchema]
        let derived: DerivedValues
        let absent: AbsentStructs
    }

    /// What the type wants, in the order that is stored already: a property may stand elsewhere in
    /// the type, which is no reason to change anything in the store.
    private func attributes(
        of model: EntityModel, _ defaults: [NacreFormat.Value?],
        over stored: NacreFormat.EntitySchema
    ) -> [AttributeSchema] {
        let wanted = model.leaves.enumerated().map { ordinal, leaf in
            var value = defaults[ordinal]
            // A struct that becomes optional is there in all objects so far.
            if leaf.isPresence, stored.hasStruct(leaf.name) {
                value = .bool(true)
            }
            return leaf.schema(id: AttributeID(UInt32(ordinal + 1)), defaultValue: value)
        }
        let place = Dictionary(
            stored.attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
        let known = wanted.filter { place[$0.name] != nil }
            .sorted { place[$0.name, default: 0] < place[$1.name, default: 0] }
        return known + wanted.filter { place[$0.name] == nil }
    }

    private func checkID(
        of model: EntityModel, over stored: NacreFormat.EntitySchema
    ) throws(StoreError) {
        let name = stored.idAttribute.name
        guard model.leaves[model.idOrdinal].name != name else { return }
        throw mismatch(
            "The store identifies '\(model.name)' by '\(name)', and the type by"
                + " '\(model.leaves[model.idOrdinal].name)'. Declare"
                + " @Attribute(.named(\"\(name)\")) let id, of type"
                + " \(stored.idAttribute.type.name).")
    }

    private static let renaming =
        " Where a property has only another name now, .named(\"...\") says the stored one."

    private func check(
        _ difference: SchemaDifference, _ name: String
    ) throws(StoreError) {
        if !difference.conflicts.isEmpty {
            let hint =
                difference.added.isEmpty || difference.removed.isEmpty ? "" : Self.renaming
            throw mismatch(difference.conflicts.joined(separator: " ") + hint)
        }
        if options.isReadOnly {
            guard difference.added.isEmpty else {
                throw mismatch(
                    "The store's '\(name)' lacks \(Self.list(difference.added)), and was opened for"
                        + " reading only. Open it once for writing, which adds them.")
            }
        } else if !difference.removed.isEmpty, !options.removesAttributes {
            throw mismatch(
                "The store's '\(name)' has \(Self.list(difference.removed)), which the type lacks."
                    + " Declare what is to stay, open the store for reading only, or open it with"
                    + " removesAttributes, which drops their values.\(Self.renaming)")
        }
    }

    /// A required member of an optional struct is nullable in the store, which adds it therefore:
    /// but the structs that are there have no value for it.
    private func checkMembers(
        of model: EntityModel, _ defaults: [NacreFormat.Value?],
        over stored: NacreFormat.EntitySchema
    ) throws(StoreError) {
        for (leaf, value) in zip(model.leaves, defaults) {
            guard let owner = leaf.optionalOwner, !leaf.isOptional, value == nil,
                stored.ordinal(of: leaf.name) == nil, stored.hasStruct(owner)
            else { continue }
            throw mismatch(
                "'\(leaf.name)' of '\(stored.name)' is new and required, and structs that are"
                    + " stored have no value for it. Declare it as optional, or give it a default.")
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }

    private func mismatch(_ message: String) -> StoreError {
        StoreError(.schemaMismatch, message, file: database.path)
    }
}

extension NacreFormat.EntitySchema {
    /// Whether it has properties of an embedded struct, optional or not.
    fileprivate func hasStruct(_ name: String) -> Bool {
        attributes.contains { $0.name.hasPrefix("\(name).") }
    }
}
