internal import NacreEngine
internal import NacreFormat

/// Follows the steps of a ``SchemaPlan`` that a store has not seen, inside of a change.
struct PlanExecution {
    let steps: [SchemaStep]
    let progress: (@Sendable (SchemaProgress) -> Void)?
    let path: String

    func run(in changes: Changes) throws(StoreError) {
        for step in steps {
            for change in step.changes {
                do { try apply(change, of: step, in: changes) } catch {
                    throw explained(error, step)
                }
            }
        }
    }

    private func apply(
        _ change: SchemaChange, of step: SchemaStep, in changes: Changes
    ) throws {
        let objects = DynamicChanges(changes: changes) { entity, done, total in
            progress?(
                SchemaProgress(
                    generation: step.generation, entity: entity, done: done, total: total))
        }
        let schema = changes.catalog[change.entity]?.schema
        switch (change.kind, schema) {
        case (.migrate(let body), _): try body(objects)
        case (.addEntity(let id), nil):
            try changes.define(change.entity, attributes: [id], id: id.name)
        // One that came with a later program has no objects yet that a step could be about.
        case (.addEntity, _), (_, nil): return
        case (.add, let schema?), (.rename, let schema?), (.remove, let schema?):
            guard let attributes = try change.attributes(over: schema) else { return }
            try changes.redefine(schema.name, declared: attributes)
        case (.renameEntity(let name), let schema?): try changes.rename(schema.name, to: name)
        case (.rewrite(let body), let schema?): try objects.rewrite(schema.name, body)
        case (.removeEntity, let schema?):
            try objects.deleteAll(schema.name)
            try changes.redefine(schema.name, attributes: [schema.idAttribute], indexes: [])
        }
    }

    private func explained(_ error: any Error, _ step: SchemaStep) -> StoreError {
        let failure = error as? DynamicChanges.Failure
        let cause = failure?.cause ?? error
        let place =
            failure.map {
                " at the object of '\($0.object.schema.name)' with the id"
                    + " \(NestedValue(.value($0.object.id)).jsonText)"
            } ?? ""
        let known = cause as? StoreError
        return StoreError(
            known?.code ?? .schemaMismatch,
            "\(step.name) of the schema's plan failed\(place). The store is as it was."
                + (known.map { " \($0.message)" } ?? ""),
            file: path, cause: known == nil ? ErrorText.reason(cause) : known?.cause)
    }
}
