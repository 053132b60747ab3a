internal import NacreEngine
internal import NacreFormat

/// Brings a store's schema up to date with the Swift types when the store is opened.
struct SchemaOpener {
    private let database: Database
    private let options: Store.Options

    init(_ database: Database, _ options: Store.Options) {
        self.database = database
        self.options = options
    }

    func open(_ declared: DeclaredTypes) throws(StoreError) -> EntityRegistry {
        let declared = try known(declared.all)
        let models = try models(declared)
        for (_, model) in models.all { try model.checkNeeds(in: options.stageContext) }
        try reconcile(models.entities)
        let catalog = try database.snapshot().catalog
        var entries: [EntityRegistry.Entry] = []
        for (type, model) in models.all { entries.append(try entry(type, model, catalog)) }
        return EntityRegistry(path: database.path, entries, options.stageContext)
    }

    /// Returns the types to open. For a read-only store, drops the types that the caller has not
    /// named and that the store has never had.
    private func known(
        _ declared: [DeclaredTypes.Declared]
    ) throws(StoreError) -> [DeclaredTypes.Declared] {
        guard options.isReadOnly else { return declared }
        let catalog = try database.snapshot().catalog
        return declared.filter { declared in
            let type = declared.type
            return declared.isNamed
                || ([type.entityName] + type.originalEntityNames).contains { catalog[$0] != nil }
        }
    }

    private func models(
        _ declared: [DeclaredTypes.Declared]
    ) throws(StoreError) -> OpenedModels {
        var models = OpenedModels()
        for declared in declared { models.add(declared.type, try declared.model.get()) }
        if let problem = models.problem { throw mismatch(problem) }
        return models
    }

    private func entry<Owner: Entity>(
        _ type: Owner.Type, _ model: EntityModel, _ catalog: Catalog
    ) throws(StoreError) -> EntityRegistry.Entry {
        guard let definition = catalog[model.name], let layout = definition.layout else {
            throw mismatch(
                "The store has no entity '\(model.name)', and was opened for reading only.")
        }
        return EntityRegistry.Entry(
            EntityBinding<Owner>(model, definition, layout, options.stageContext))
    }

    // MARK: Schema updates

    private func reconcile(_ models: [EntityModel]) throws(StoreError) {
        let catalog = try database.snapshot().catalog
        let steps = try pendingSteps(catalog)
        let path = database.path
        let planned = generation(planned: catalog)
        if steps.isEmpty {
            let reconciliation = try SchemaReconciliation(
                models, over: catalog.all.map(\.schema), formerNames: catalog.formerNames, options,
                path: path)
            let isUpToDate = reconciliation.isEmpty && catalog.generation == planned
            if isUpToDate { return }
            if options.isReadOnly { return try database.read(as: reconciliation.lacking) }
        }
        try StoreError.typed {
            try database.performChanges(author: "schema") { changes in
                try PlanExecution(
                    steps: steps, progress: options.schemaPlan?.progress, path: path
                ).run(in: changes)
                // The steps may have changed the schema that the types are compared with.
                try SchemaReconciliation(
                    models, over: changes.catalog.all.map(\.schema),
                    formerNames: changes.catalog.formerNames, options, path: path
                ).write(in: changes)
                try changes.setGeneration(planned)
            }
        }
    }

    /// Returns the changes that opening would make, without writing anything.
    func preview(_ declared: DeclaredTypes) throws(StoreError) -> SchemaPreview {
        let models = try models(declared.all).entities
        let snapshot = try database.snapshot()
        let catalog = snapshot.catalog
        var counts: [EntityNumber: Int] = [:]
        for schema in catalog.all.map(\.schema) {
            counts[schema.number] = try StoreError.typed { try snapshot.count(schema.name) }
        }
        var simulation = SchemaSimulation(catalog, counts: counts)
        var refusal: StoreError?
        do throws(StoreError) {
            for step in try pendingSteps(catalog) { try simulation.apply(step) }
            let reconciliation = try SchemaReconciliation(
                models, over: simulation.schemas, formerNames: catalog.formerNames, options,
                path: database.path)
            // A store that is opened for reading only stays as it is.
            if !options.isReadOnly {
                simulation.apply(reconciliation)
                try simulation.check(reconciliation, in: snapshot)
            }
        } catch {
            refusal = error
        }
        return SchemaPreview(
            generation: (Int(catalog.generation), Int(generation(planned: catalog))),
            changes: simulation.changes, refusal: refusal)
    }

    /// Returns the generation that the store is to have: the plan's, or the stored one if there is
    /// no plan. A store without entities gets the plan's generation without running its steps.
    private func generation(planned catalog: Catalog) -> UInt32 {
        UInt32(options.schemaPlan?.generation ?? Int(catalog.generation))
    }

    /// Returns the steps of the plan that the store has not run yet.
    private func pendingSteps(_ catalog: Catalog) throws(StoreError) -> [SchemaStep] {
        let stored = Int(catalog.generation)
        guard let plan = options.schemaPlan else {
            if stored == 0 || options.isReadOnly { return [] }
            throw newer(stored, than: "this program has no schema plan")
        }
        if let problem = plan.problem {
            throw mismatch("The schema's plan is not valid: \(problem).")
        }
        guard stored <= plan.generation else {
            throw newer(stored, than: "this program knows generations up to \(plan.generation)")
        }
        if catalog.all.isEmpty { return [] }
        let steps = plan.steps.filter { $0.generation > stored }
        guard steps.isEmpty || !options.isReadOnly else {
            let names = steps.map { step in
                "\(step.generation)\(step.title.isEmpty ? "" : " '\(step.title)'")"
            }
            throw mismatch(
                "The store's schema is of generation \(stored), and the plan has the steps"
                    + " \(names.joined(separator: ", ")). Open the store once for writing, which"
                    + " runs them.")
        }
        return steps
    }

    private func newer(_ stored: Int, than known: String) -> StoreError {
        mismatch(
            "A newer program has changed the store: its schema is of generation \(stored), and"
                + " \(known). Use the newer program; nothing was changed.")
    }

    private func mismatch(_ message: String) -> StoreError {
        StoreError(.schemaMismatch, message, file: database.path)
    }
}
