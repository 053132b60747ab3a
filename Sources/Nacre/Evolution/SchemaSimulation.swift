internal import NacreEngine
internal import NacreFormat

/// Follows the steps of a plan and the wishes of types on schemas alone.
struct SchemaSimulation {
    private(set) var schemas: [NacreFormat.EntitySchema]
    private(set) var changes: [SchemaPreview.Change] = []
    /// By entity number.
    private var counts: [EntityNumber: Int]

    /// - Parameter counts: of the objects of each entity.
    init(_ schemas: [NacreFormat.EntitySchema], counts: [EntityNumber: Int]) {
        self.schemas = schemas
        self.counts = counts
    }

    mutating func apply(_ step: SchemaStep) throws(StoreError) {
        for change in step.changes {
            let place = schemas.firstIndex { $0.name == change.entity }
            switch (change.kind, place) {
            case (.migrate, _): add("", change.text)
            case (.addEntity(let id), nil):
                schemas.append(try change.added(id, to: schemas))
                add(change.entity, change.text)
            case (.addEntity(let id), let place?): try change.check(schemas[place], has: id)
            case (_, let place?): try apply(change, at: place)
            case (_, nil):
                add(
                    change.entity,
                    "is not there, so that step \(step.generation) passes it over")
            }
        }
    }

    private mutating func apply(
        _ change: SchemaChange, at place: Int
    ) throws(StoreError) {
        let schema = schemas[place]
        let count = counts[schema.number] ?? 0
        switch change.kind {
        case .add, .rename, .remove:
            guard let wanted = try change.attributes(over: schema) else { return }
            schemas[place] = try SchemaDifference(from: schema, to: wanted).result()
            add(schema, change.text)
        case .renameEntity(let name):
            schemas = schemas.map { $0.renaming([schema.name: name]) }
            add(schema, change.text)
        case .rewrite: add(schema, change.text, objects: count)
        case .removeEntity:
            schemas[place] = try SchemaDifference(
                from: schema, to: [schema.idAttribute], indexes: []
            ).result()
            counts[schema.number] = 0
            add(schema, change.text, objects: count)
        case .addEntity, .migrate: break
        }
    }

    mutating func apply(_ reconciliation: SchemaReconciliation) {
        for (old, new) in reconciliation.renamed { add(new, "was '\(old)'") }
        for model in reconciliation.missing { add(model.name, "is new") }
        for change in reconciliation.changes {
            for text in change.difference.texts { add(change.name, text) }
        }
    }

    private mutating func add(
        _ schema: NacreFormat.EntitySchema, _ text: String, objects: Int = 0
    ) {
        add(schema.name, text, objects: objects)
    }

    private mutating func add(_ entity: String, _ text: String, objects: Int = 0) {
        changes.append(SchemaPreview.Change(entity: entity, text: text, objects: objects))
    }
}

extension SchemaDifference {
    /// What changes, for people, a line each.
    fileprivate var texts: [String] {
        func lines(_ names: [String], _ text: String) -> [String] {
            names.map { "'\($0)' \(text)" }
        }
        return lines(added, "is added") + lines(removed, "is removed with its values")
            + renamed.map { "'\($0.old)' is renamed to '\($0.new)'" }
            + converted.map { "'\($0.name)' is read as \($0.new) where it was \($0.old)" }
            + lines(nowNullable, "becomes optional")
            + lines(nowReferences, "becomes a reference") + lines(otherRules, "gets a delete rule")
            + lines(nowNamed, "gets the name of its stage")
            + lines(nowUnique, "becomes unique") + lines(noLongerUnique, "is no longer unique")
            + lines(nowColumnar, "gets a column") + lines(noLongerColumnar, "loses its column")
            + lines(otherMembers, "has structs with other properties")
            + lines(addedIndexes, "gets an index") + lines(removedIndexes, "loses its index")
            + (isReordered ? ["attributes change places"] : [])
    }
}
