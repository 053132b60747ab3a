internal import NacreFormat

/// The entries that a tree has for all objects of an entity. In trees of unique attributes, objects
/// without a value have no entry; in trees of elements, an object has one for each element.
struct IndexEntries {
    private let source: StoreView
    private let schema: StoredSchema
    private let index: IndexDefinition
    /// The entries, sorted.
    private(set) var entries: [TreeEntry] = []
    /// The position of an object without a value, in a unique index.
    private(set) var withoutValue: Position?

    /// Returns the entries of several trees of one entity. Reads every object once.
    /// - Parameter progress: Called every 4,096 objects with the number of objects read. If it
    ///   throws, the read ends.
    static func all(
        of indexes: [IndexDefinition], _ definition: EntityDefinition, in source: StoreView,
        _ progress: (_ objects: Int) throws -> Void = { _ in }
    ) throws -> [IndexEntries] {
        let schema = definition.schema
        var all = indexes.map {
            IndexEntries(source: source, schema: schema, index: $0)
        }
        var count = 0
        try source.forEach(in: definition) { found in
            if count & 0xFFF == 0 { try progress(count) }
            count += 1
            for place in all.indices { try all[place].add(found) }
            return true
        }
        for place in all.indices { all[place].entries.sortByEntry() }
        return all
    }

    private init(source: StoreView, schema: StoredSchema, index: IndexDefinition) {
        self.source = source
        self.schema = schema
        self.index = index
    }

    private mutating func add(_ found: FoundRecord) throws {
        let keys = try source.keys(of: index, in: schema, of: found)
        if keys == .none { withoutValue = found.position }
        keys.forEach { entries.append(TreeEntry(key: $0, row: found.row.rawValue)) }
    }

    /// Calls `body` with each object whose value an earlier one has, and with that earlier one.
    func forEachDuplicate(_ body: (_ first: FoundRecord, _ second: FoundRecord) throws -> Void)
        throws
    {
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].key == entries[start].key { end += 1 }
            if end - start > 1 {
                try source.forEachDuplicate(among: entries[start..<end], of: index, schema, body)
            }
            start = end
        }
    }
}

extension IndexEntries {
    /// Throws `uniqueViolation`, with the first objects, if the values of a unique index are not
    /// unique.
    func checkUnique(in definition: EntityDefinition) throws {
        var count = 0
        var ids: [String] = []
        try forEachDuplicate { _, found in
            count += 1
            guard ids.count < 5 else { return }
            ids.append(FilterText.literal(try source.id(of: found)))
        }
        guard count > 0 else { return }
        let values = index.attributes.count == 1 ? "value" : "values"
        let (have, them) = count == 1 ? ("has", "it") : ("have", "them")
        throw StoreError(
            .uniqueViolation,
            "'\(index.name)' of '\(definition.schema.name)' cannot be unique:"
                + " \(count.counted("object")) \(have) the same \(values) as another one. Change or"
                + " delete \(them) first. \(count.identified(by: ids))"
        ).about(definition.schema.name, index.attributes.map(\.name))
    }
}

extension RecordSource {
    /// Calls `body` with each object whose value an earlier one has, and with that earlier one.
    /// - Parameter entries: The entries with one key in the tree of an index. Their objects almost
    ///   always have one value, but values can share a hash.
    func forEachDuplicate(
        among entries: ArraySlice<TreeEntry>, of index: IndexDefinition, _ schema: StoredSchema,
        _ body: (_ first: FoundRecord, _ second: FoundRecord) throws -> Void
    ) throws {
        let rows = rows(of: schema.number)
        let ordinals = index.isUniqueExact ? [] : Array(index.keyOrdinals)
        var distinct: [(values: [Value], found: FoundRecord)] = []
        for entry in entries {
            let found = try record(
                at: Position(rows[entry.row]), row: RowNumber(entry.row), of: schema.number,
                verifying: true)
            let values = try ordinals.map { try value(of: $0, in: schema, of: found) }
            if let first = distinct.first(where: { $0.values == values }) {
                try body(first.found, found)
            } else {
                distinct.append((values, found))
            }
        }
    }
}
