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
    /// - Parameters:
    ///   - isShared: Whether several threads may read the source at once.
    ///   - progress: Called about every 4,096 objects with the number of objects read, if the work
    ///     is not shared. If it throws, the read ends.
    static func all(
        of indexes: [IndexDefinition], _ definition: EntityDefinition, in source: StoreView,
        isShared: Bool = false, _ progress: (_ objects: Int) throws -> Void = { _ in }
    ) throws -> [IndexEntries] {
        let keys = EntryKeyReader(indexes, of: definition)
        let branches = source.rows(of: definition.schema.number).branches
        let lanes = Lanes(pieces: branches.count, isShared: isShared)
        let parts = try lanes.collect { lane in
            var reader = BlockReader(of: definition, in: source)
            var pieces: [EntryPiece] = []
            var (count, reported) = (0, 0)
            while let number = lane.takePiece() {
                var piece = EntryPiece(number: number, of: keys)
                try branches[number].forEachLeaf { first, leaf, next in
                    try reader.forEachBlock(of: leaf, from: first, before: next) { reader in
                        if !isShared, count >= reported {
                            try progress(count)
                            reported += 4096
                        }
                        count += reader.block.count
                        try piece.add(reader, keys, source)
                        return true
                    }
                }
                pieces.append(piece)
            }
            return pieces
        }
        let pieces = parts.flatMap { $0 }.sorted { $0.number < $1.number }
        let sorts = Lanes(pieces: indexes.count, isShared: isShared && pieces.count > 1)
        let entries = sorts.collect { lane in
            var all: [(place: Int, entries: IndexEntries)] = []
            while let place = lane.takePiece() {
                let entries = IndexEntries(
                    pieces, place, source: source, schema: definition.schema,
                    index: indexes[place])
                all.append((place, entries))
            }
            return all
        }
        return entries.flatMap { $0 }.sorted { $0.place < $1.place }.map(\.entries)
    }

    /// Joins the entries of one tree, and sorts them.
    private init(
        _ pieces: [EntryPiece], _ place: Int, source: StoreView, schema: StoredSchema,
        index: IndexDefinition
    ) {
        self.source = source
        self.schema = schema
        self.index = index
        entries.reserveCapacity(pieces.reduce(0) { $0 + $1.entries[place].count })
        for piece in pieces {
            entries += piece.entries[place]
            withoutValue = piece.withoutValue[place] ?? withoutValue
        }
        entries.sortByEntry()
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
