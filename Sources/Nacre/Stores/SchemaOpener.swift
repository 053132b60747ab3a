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
        var models: [EntityModel] = []
        for type in types { models.append(try EntityModel(type)) }
        if let twice = Self.repeated(models.map(\.name)) {
            throw StoreError(.schemaMismatch, "Two types are stored under the name '\(twice)'.")
        }
        try reconcile(models)
        let catalog = try database.snapshot().catalog
        var bindings: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        for (type, model) in zip(types, models) {
            bindings[ObjectIdentifier(type)] = try bind(type, model, catalog)
        }
        return EntityRegistry(bindings, path: database.path)
    }

    private static func repeated(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }

    private func bind<Owner: Entity>(
        _ type: Owner.Type, _ model: EntityModel, _ catalog: Catalog
    ) throws(StoreError) -> any AnyObject & Sendable {
        guard let definition = catalog[model.name], let layout = definition.layout else {
            throw StoreError(
                .schemaMismatch,
                "The store has no entity '\(model.name)', and was opened for reading only.",
                file: database.path)
        }
        return EntityBinding<Owner>(model, definition, layout)
    }

    private func reconcile(_ models: [EntityModel]) throws(StoreError) {
        let catalog = try database.snapshot().catalog
        let missing = models.filter { catalog[$0.name] == nil }
        guard !missing.isEmpty, !options.isReadOnly else { return }
        try StoreError.typed {
            try database.performChanges(author: "schema") { changes in
                for model in missing {
                    try changes.define(
                        model.name, attributes: model.schema.attributes,
                        id: model.schema.idAttribute.name)
                }
            }
        }
    }
}
