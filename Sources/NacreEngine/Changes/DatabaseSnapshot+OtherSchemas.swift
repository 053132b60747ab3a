package import NacreFormat

/// Reads the objects of a version by other schemas of their entities.
extension DatabaseSnapshot {
    /// Checks that the existing objects allow these schemas, as a change that wrote them would.
    /// Writes nothing.
    /// - Parameters:
    ///   - schemas: The schemas, identified by their entity numbers. New entities have no objects.
    ///   - references: Whether to check the targets of references with a new delete rule.
    /// - Throws: `uniqueViolation` or `danglingReference`, with the ids of the first objects, or
    ///   `schemaMismatch` if a schema cannot be stored.
    package func check(_ schemas: [StoredSchema], references: Bool) throws {
        let changed = schemas.filter { $0 != catalog[$0.number]?.schema }
        if changed.isEmpty { return }
        let next = try catalog.replacing(changed)
        let shown = DatabaseSnapshot(version: version.shown(by: next))
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

    /// Returns this catalog with schemas added or replaced, each with a layout, as a change that
    /// writes them would make it.
    func replacing(_ schemas: [StoredSchema]) throws(StoreError) -> Catalog {
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
    /// Returns a view of the version with another catalog. Indexes that only that catalog has are
    /// empty.
    /// - Parameter columns: The columns of the view; nil to share those of the version. They must
    ///   not be shared if the catalog has attributes that the store may get in another form.
    func shown(by catalog: Catalog, columns: ColumnStore? = nil) -> Version {
        let head = Head(roots: roots, trees: trees, unbuilt: unbuilt, catalog: catalog)
        return Version(
            stamp: stamp, commit: commit, time: time, digest: digest, head: head,
            segments: segments, usage: usage, logEnd: logEnd, context: context, basis: self,
            columns: columns, lateTrees: lateTrees)
    }
}
