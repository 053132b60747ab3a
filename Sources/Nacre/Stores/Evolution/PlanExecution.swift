internal import NacreEngine
internal import NacreFormat

/// Runs the steps of a ``SchemaPlan`` that a store has not seen, within a change.
struct PlanExecution {
    let steps: [SchemaStep]
    let progress: (@Sendable (SchemaProgress) -> Void)?
    let path: String

    func run(in changes: Changes) throws(StoreError) {
        let journal = PlanJournal { progress?($0) }
        for step in steps {
            journal.generation = step.generation
            for change in step.changes {
                journal.begin()
                do {
                    try apply(change, in: changes, journal)
                    // Compared now, so that the error names the step.
                    try changes.checkUniqueness()
                } catch {
                    throw explained(error, step, at: journal.place)
                }
            }
        }
        try StoreError.typed { try removeDerived(from: journal.changed, in: changes) }
    }

    private func apply(
        _ change: SchemaChange, in changes: Changes, _ journal: PlanJournal
    ) throws {
        let objects = DynamicChanges(changes: changes, journal: journal)
        let schema = changes.catalog[change.entity]?.schema
        switch (change.kind, schema) {
        case (.migrate(let body), _): try body(objects)
        case (.addEntity(let id), let schema?): try change.check(schema, has: id)
        case (.addEntity(let id), nil):
            try changes.define(change.entity, attributes: [id], id: id.name)
        // Skips an entity of a later version of the program: it has no objects yet for the step to
        // change.
        case (_, nil): return
        case (.add, let schema?), (.rename, let schema?), (.remove, let schema?):
            guard let attributes = try change.attributes(over: schema) else { return }
            try changes.redefine(schema.name, declared: attributes)
        case (.renameEntity(let name), let schema?): try changes.rename(schema.name, to: name)
        case (.rewrite(let body), let schema?):
            journal.changed.insert(schema.number)
            try objects.rewrite(schema.name, body)
        case (.removeEntity, let schema?):
            try changes.deleteAll(from: schema.name)
            try changes.redefine(schema.name, attributes: [schema.idAttribute], indexes: [])
        }
    }

    /// Removes the derived attributes of changed entities, whose values were computed from the
    /// former objects. When the type is opened, they are added and computed again.
    private func removeDerived(from entities: Set<EntityNumber>, in changes: Changes) throws {
        for schema in changes.catalog.all.map(\.schema) where entities.contains(schema.number) {
            let kept = schema.attributes.filter { DerivedVersion(stages: $0.pipeline) == nil }
            if kept.count < schema.attributes.count {
                try changes.redefine(schema.name, attributes: kept)
            }
        }
    }

    private func explained(
        _ error: any Error, _ step: SchemaStep, at object: StoredObject?
    ) -> StoreError {
        let place =
            object.map {
                " at the object of '\($0.schema.name)' with the id"
                    + " \(NestedValue(.value($0.id)).jsonText)"
            } ?? ""
        let known = error as? StoreError
        return StoreError(
            known?.code ?? .schemaMismatch,
            "\(step.name) of the schema's plan failed\(place). The store was not changed."
                + (known.map { " \($0.message)" } ?? ""),
            file: path, cause: known == nil ? ErrorText.reason(error) : known?.cause)
    }
}
