internal import NacreFormat

/// A search for the objects that refer to others by one attribute. It uses an index of the
/// attribute. Without one, the first search scans all objects. A second search suggests that the
/// caller follows a chain: then the entries of such an index are collected once, so that further
/// links of the chain cost no scan.
struct ReferrerSearch {
    let definition: EntityDefinition
    let ordinal: Int
    private let source: StoreView
    /// The type of the ids that are referred to.
    let idType: StoredType
    /// The definition that an index of the attribute alone would have.
    private let index: IndexDefinition
    private let access: Access
    private var hasScanned = false
    /// The entries of such an index, collected if there is none.
    private var entries: [TreeEntry]?

    private enum Access {
        case tree(Tree)
        case unique(IndexDefinition)
        case scan
    }

    /// - Parameter idType: The id type of the entity that is referred to.
    init(_ reference: GuardedReference, _ idType: StoredType, in source: StoreView) throws {
        let definition = try source.definition(reference.entity)
        self.init(reference.ordinal, of: definition, idType, in: source)
    }

    /// - Parameter referrers: The referrers of a bound filter.
    init(_ referrers: Referrers, _ idType: StoredType, in source: StoreView) throws {
        let definition = try source.definition(referrers.entity)
        let schema = definition.schema
        let ordinal = schema.ordinal(of: referrers.attribute) ?? schema.idOrdinal
        self.init(ordinal, of: definition, idType, in: source)
    }

    private init(
        _ ordinal: Int, of definition: EntityDefinition, _ idType: StoredType, in source: StoreView
    ) {
        self.source = source
        self.idType = idType
        self.definition = definition
        self.ordinal = ordinal
        let schema = definition.schema
        let identity = IndexDefinition.Identity(
            attributes: [schema.attributes[ordinal].id], isUnique: false)
        let indexes = source.builtIndexes(of: definition)
        let known = indexes.first { $0.identity == identity }
        index = known ?? IndexDefinition(identity, of: schema, slot: -1)
        if let known {
            access = .tree(source.tree(known.slot))
        } else if !schema.attributes[ordinal].isListOfReferences,
            let unique = indexes.first(where: { $0.kind == .unique && $0.ordinal == ordinal })
        {
            access = .unique(unique)
        } else {
            access = .scan
        }
    }

    var hasIndex: Bool { if case .scan = access { false } else { true } }

    var attribute: AttributeSchema { definition.schema.attributes[ordinal] }

    /// Returns the rows of the objects that refer to any of some others. A row occurs once for each
    /// id that its object refers to, however often the id is in its list.
    mutating func rows(referringTo ids: [Value]) throws -> [UInt32] {
        let ids = ids.filter { attribute.takesReference($0) }
        guard !ids.isEmpty else { return [] }
        switch access {
        case .tree(let tree):
            return try rows(referringTo: ids) { key, body in
                try tree.forEach(from: TreeEntry(key: key, row: 0)) { try body($0) }
            }
        case .unique(let unique):
            // A pending change may have several for one id.
            var rows: [UInt32] = []
            for id in ids {
                try source.forEachHolder(of: [id], unique, definition) { found in
                    rows.append(found.row.rawValue)
                    return source.mayShareUniqueValues
                }
            }
            return rows
        case .scan:
            guard hasScanned else {
                hasScanned = true
                return try scan(for: ids)
            }
            let entries = try collectedEntries()
            return try rows(referringTo: ids) { key, body in
                for entry in entries[entries.firstIndex(from: key)...] {
                    guard try body(entry) else { return }
                }
            }
        }
    }

    /// Returns the rows whose objects refer to some ids.
    /// - Parameter walk: Passes on entries in order, from a key on, until its `body` returns false.
    private func rows(
        referringTo ids: [Value],
        _ walk: (_ key: UInt64, _ body: (TreeEntry) throws -> Bool) throws -> Void
    ) throws -> [UInt32] {
        let exactness = OrderKey.Exactness(attribute.type.elementType)
        var rows: [UInt32] = []
        for id in ids {
            try index.keys(of: [only(id)], source.idKey).forEach { key throws in
                let isExact = exactness.isExact(key)
                try walk(key) { entry in
                    guard entry.key == key else { return false }
                    if try isExact || refers(entry.row, to: id) { rows.append(entry.row) }
                    return true
                }
            }
        }
        return rows
    }

    /// Returns whether an object refers to an id. Decides where several ids share a key.
    private func refers(_ row: UInt32, to id: Value) throws -> Bool {
        let found = try source.record(of: row, in: definition)
        let value = try source.value(of: ordinal, in: definition.schema, of: found)
        return value.references(as: idType).contains(id)
    }

    /// Returns a value of the attribute that refers to exactly one object.
    private func only(_ id: Value) -> Value {
        switch attribute.type {
        case .array: .array([id])
        case .json: .json(json: .array([id.jsonForm ?? .null]))
        default: id
        }
    }

    private func scan(for ids: [Value]) throws -> [UInt32] {
        let schema = definition.schema
        let referrers = Referrers(schema.name, by: attribute.name)
        let query = referrers.query(for: ids, of: idType, in: schema)
        var rows: [UInt32] = []
        try QueryExecution(query, in: source, isCounting: true).forEachInAnyOrder { found in
            rows.append(found.row.rawValue)
            return true
        }
        return rows
    }

    private mutating func collectedEntries() throws -> [TreeEntry] {
        if let entries { return entries }
        let all = try IndexEntries.all(of: [index], definition, in: source)
        let collected = all.first?.entries.filter { $0.key != OrderKey.null } ?? []
        entries = collected
        return collected
    }
}

extension [TreeEntry] {
    /// Returns the place of the first entry with at least a key.
    /// - Complexity: Logarithmic; the entries are sorted.
    fileprivate func firstIndex(from key: UInt64) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
