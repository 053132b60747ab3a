package import NacreFormat

/// The objects of a version as other schemas of their entities have them.
extension Snapshot {
    /// Looks whether the objects that there are allow these schemas, as a change that wrote them
    /// would. Writes nothing.
    /// - Parameters:
    ///   - schemas: of entities, by their numbers; those that are new have no objects.
    ///   - references: whether to look for what references with a new delete rule lead to.
    /// - Throws: `uniqueViolation` and `danglingReference`, with the ids of the first objects, and
    ///   `schemaMismatch` if a schema cannot be stored.
    package func check(_ schemas: [EntitySchema], references: Bool) throws {
        let changed = schemas.filter { $0 != catalog[$0.number]?.schema }
        if changed.isEmpty { return }
        let next = try catalog.replacing(changed)
        let shown = Snapshot(version: version.shown(by: next))
        for schema in changed {
            guard let former = catalog[schema.number], let definition = next[schema.number] else {
                continue
            }
            try shown.checkUnique(definition, replacing: former)
            if references { try shown.checkTargets(of: definition, replacing: former.schema) }
        }
        try shown.checkOpen()
    }

    private func checkUnique(
        _ definition: EntityDefinition, replacing former: EntityDefinition
    ) throws {
        let new = definition.indexes.filter { index in
            index.isUnique && !former.indexes.contains { $0.slot == index.slot }
        }
        if new.isEmpty { return }
        for entries in try IndexEntries.all(of: new, definition, in: view) {
            try entries.checkUnique(in: definition)
        }
    }
}

extension Catalog {
    static var noLayoutLeft: StoreError {
        StoreError(.limitReached, "The store's layout numbers are used up.")
    }

    /// This catalog with schemas that are new or replace those of their numbers, each with a
    /// layout, as a change that writes them makes it.
    func replacing(_ schemas: [EntitySchema]) throws(StoreError) -> Catalog {
        var draft = CatalogDraft(self)
        var layout = nextLayout
        for schema in schemas {
            try schema.checkStorable()
            guard let id = layout else { throw Self.noLayoutLeft }
            draft.add(schema)
            draft.add(Layout(id: id, of: schema))
            layout = id.next
        }
        return draft.catalog
    }
}

extension Version {
    /// The same objects, read by another catalog. Indexes that only this one has are empty.
    func shown(by catalog: Catalog) -> Version {
        let head = Head(roots: roots, trees: trees, unbuilt: unbuilt, catalog: catalog)
        return Version(
            stamp: stamp, commit: commit, time: time, digest: digest, head: head,
            segments: segments, usage: usage, logEnd: logEnd, context: context, basis: self)
    }
}
