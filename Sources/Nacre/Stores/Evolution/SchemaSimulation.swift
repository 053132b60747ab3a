internal import NacreEngine
internal import NacreFormat

/// Applies the steps of a plan and the requirements of types to schemas only, without objects.
struct SchemaSimulation {
    private let catalog: Catalog
    private(set) var schemas: [StoredSchema]
    private(set) var changes: [SchemaPreview.Change] = []
    /// The number of objects of each entity.
    private var counts: [EntityNumber: Int]
    /// The entities whose objects a step changes. Their new state is known only after running the
    /// step.
    private var rewritten: Set<EntityNumber> = []

    /// Makes a simulation that starts with a catalog.
    /// - Parameter counts: The number of objects of each entity.
    init(_ catalog: Catalog, counts: [EntityNumber: Int]) {
        self.catalog = catalog
        schemas = catalog.all.map(\.schema)
        self.counts = counts
    }

    mutating func apply(_ step: SchemaStep) throws(StoreError) {
        for change in step.changes {
            let place = schemas.firstIndex { $0.name == change.entity }
            switch (change.kind, place) {
            case (.migrate, _):
                rewritten.formUnion(schemas.map(\.number))
                add("", change.text)
            case (.addEntity(let id), nil):
                schemas.append(try change.added(id, to: schemas))
                add(change.entity, change.text)
            case (.addEntity(let id), let place?): try change.check(schemas[place], has: id)
            case (_, let place?): try apply(change, at: place)
            case (_, nil):
                add(
                    change.entity,
                    "does not exist, so step \(step.generation) skips it")
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
            schemas[place] = try result(of: SchemaDifference(from: schema, to: wanted))
            add(schema, change.text)
        case .renameEntity(let name):
            schemas = schemas.map { $0.renaming([schema.name: name]) }
            add(schema, change.text)
        case .rewrite:
            rewritten.insert(schema.number)
            add(schema, change.text, objects: count)
        case .removeEntity:
            rewritten.insert(schema.number)
            schemas[place] = try result(
                of: SchemaDifference(from: schema, to: [schema.idAttribute], indexes: []))
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
        for other in reconciliation.otherTexts {
            for part in other.declared.changes(from: other.stored) {
                add(other.entity, "has \(part)")
            }
        }
    }

    /// Checks that the objects satisfy the final schemas.
    /// - Throws: The error with which opening the store would fail.
    func check(
        _ reconciliation: SchemaReconciliation, in snapshot: DatabaseSnapshot
    ) throws(StoreError) {
        let names = Dictionary(
            reconciliation.renamed.map { ($0.old, $0.new) }, uniquingKeysWith: { $1 })
        var results = schemas.map { $0.renaming(names) }
        // Changed schemas come after the others, in the order in which they would be changed.
        for change in reconciliation.changes {
            results.removeAll { $0.number == change.difference.entity }
            results.append(try result(of: change.difference))
        }
        let unchanged = results.filter { !rewritten.contains($0.number) }
        try StoreError.typed { try snapshot.check(unchanged, references: rewritten.isEmpty) }
    }

    /// Returns the changed schema. New attributes get numbers that no record uses.
    private func result(
        of difference: SchemaDifference
    ) throws(StoreError) -> StoredSchema {
        try difference.result(layouts: catalog.layouts(of: difference.entity))
    }

    private mutating func add(
        _ schema: StoredSchema, _ text: String, objects: Int = 0
    ) {
        add(schema.name, text, objects: objects)
    }

    private mutating func add(_ entity: String, _ text: String, objects: Int = 0) {
        changes.append(SchemaPreview.Change(entity: entity, text: text, objects: objects))
    }
}

extension SchemaDifference {
    /// Descriptions of the changes for people, one line each.
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
            + addedSearches.map { "gets the search '\($0)'" }
            + removedSearches.map { "loses the search '\($0)'" }
            + (isReordered ? ["attributes change places"] : [])
    }
}
