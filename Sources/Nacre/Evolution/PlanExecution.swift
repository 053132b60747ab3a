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
        // One that came with a later program has no objects yet that a step could be about.
        guard let schema = changes.catalog[change.entity]?.schema else { return }
        switch change.kind {
        case .add, .rename, .remove:
            guard let attributes = try change.attributes(over: schema) else { return }
            try changes.redefine(schema.name, declared: attributes)
        case .renameEntity(let name): try changes.rename(schema.name, to: name)
        case .rewrite(let body): try rewrite(schema, step, in: changes, body)
        }
    }

    private func rewrite(
        _ schema: NacreFormat.EntitySchema, _ step: SchemaStep, in changes: Changes,
        _ body: (DynamicObject, inout DynamicDraft) throws -> Void
    ) throws {
        let total = try changes.count(schema.name)
        var done = 0
        try changes.rewrite(schema.name) { object in
            let values = DynamicValues(object)
            var draft = DynamicDraft(values)
            do {
                try body(DynamicObject(values: values), &draft)
                if let problem = draft.problem { throw problem }
            } catch {
                throw Failure(object: object, cause: error)
            }
            done += 1
            if done.isMultiple(of: 1024) || done == total {
                progress?(
                    SchemaProgress(
                        generation: step.generation, entity: schema.name, done: done, total: total))
            }
            return draft.values.values
        }
    }

    /// What ended the rewriting of an object.
    private struct Failure: Error {
        let object: StoredObject
        let cause: any Error
    }

    private func explained(_ error: any Error, _ step: SchemaStep) -> StoreError {
        let failure = error as? Failure
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
