internal import NacreFormat

/// Attributes of which no two objects have the same value. Each has a tree like that of the ids;
/// objects without a value are not in it.
extension Changes {
    // MARK: Objects

    /// The keys that a record's values have in the trees, in the order of the entity's unique
    /// attributes; nil for null.
    /// - Throws: `uniqueViolation` if another object than that of `row` has one of the values.
    func uniqueKeys(
        of draft: RecordBuilder, _ definition: EntityDefinition, row: RowNumber?
    ) throws -> [UInt64?] {
        try definition.uniques.map { unique in
            let value = try value(unique.ordinal, of: draft, definition)
            if value.isNull { return nil }
            if let other = try find(value, by: unique, in: definition), other.row != row {
                throw StoreError(
                    .uniqueViolation,
                    "There is another object of '\(definition.schema.name)' with this"
                        + " '\(unique.attribute.name)', which is unique. Change or delete that one"
                        + " first, or update it instead.")
            }
            return idKey(value)
        }
    }

    /// The keys under which an object stands in the trees.
    func uniqueKeys(
        of found: FoundRecord, _ definition: EntityDefinition
    ) throws -> [UInt64?] {
        try definition.uniques.map { unique in
            let value = try value(of: unique.ordinal, in: definition.schema, of: found)
            return value.isNull ? nil : idKey(value)
        }
    }

    /// Moves an object in the trees from the keys it had to those it has; nil where it has none.
    func moveUnique(
        _ row: UInt32, from former: [UInt64?]?, to keys: [UInt64?]?, _ definition: EntityDefinition
    ) {
        for (index, unique) in definition.uniques.enumerated() {
            let (old, new) = (former?[index], keys?[index])
            guard old != new else { continue }
            if let old {
                writer.trees[unique.slot].remove(TreeEntry(key: old, row: row), pool: writer.pool)
            }
            if let new {
                writer.trees[unique.slot].insert(TreeEntry(key: new, row: row), pool: writer.pool)
            }
        }
    }

    // MARK: Schema

    /// The tree of an attribute over the objects that there are: for one that becomes unique.
    /// Changes nothing that anybody sees, so that it is asked before the new schema is written.
    /// - Parameter definition: of the entity, with the attribute.
    /// - Throws: `uniqueViolation` if objects have the same value.
    func buildUnique(
        _ unique: UniqueAttribute, of definition: EntityDefinition
    ) throws -> Tree {
        try checkOpen()
        let all = try AttributeEntries(unique.ordinal, of: definition, in: self)
        var count = 0
        var ids: [String] = []
        try all.forEachDuplicate { _, found in
            count += 1
            guard ids.count < 5 else { return }
            ids.append(FilterText.literal(try id(of: found)))
        }
        guard count == 0 else {
            throw StoreError(
                .uniqueViolation,
                "'\(unique.attribute.name)' of '\(definition.schema.name)' cannot be unique:"
                    + " \(count) objects have the value of another one, which must be changed or"
                    + " deleted first. \(count > ids.count ? "The first are" : "They are"):"
                    + " \(ids.joined(separator: ", ")).")
        }
        return Tree(sorted: all.entries, pool: writer.pool)
    }

    /// The trees of the attributes of an entity that are unique in another catalog and were not
    /// before, by their slots. Throws as ``buildUnique(_:of:)``, and like it changes nothing.
    /// - Parameter former: nil if the entity is new, and has no objects.
    func newUniqueTrees(
        in catalog: Catalog, replacing former: EntityDefinition?
    ) throws -> [Int: Tree] {
        guard let former, let definition = catalog[former.schema.name] else { return [:] }
        var trees: [Int: Tree] = [:]
        for unique in definition.uniques
        where !former.uniques.contains(where: { $0.slot == unique.slot }) {
            trees[unique.slot] = try buildUnique(unique, of: definition)
        }
        return trees
    }

    /// Goes on with another catalog: makes room for what is new in it, and empties the trees of
    /// attributes that are no longer unique.
    /// - Parameter trees: by their slots, those that are not empty from the start.
    func adopt(_ catalog: Catalog, _ trees: [Int: Tree] = [:]) {
        writer.catalog = catalog
        while writer.roots.count < catalog.entityCount { writer.roots.append(EntityRoots()) }
        while writer.rows.count < writer.roots.count { writer.rows.append(RowAllocator()) }
        while writer.trees.count < catalog.treeCount { writer.trees.append(Tree()) }
        for (slot, tree) in trees { writer.trees[slot] = tree }
        let used = Set(catalog.all.flatMap { $0.uniques.map(\.slot) })
        for slot in writer.trees.indices where !used.contains(slot) {
            writer.trees[slot].removeAll(pool: writer.pool)
        }
    }
}
