internal import NacreFormat

/// A table that numbers the groups of rows by their column keys, a leaf of the row table at a time.
struct ColumnGroupTable {
    private let source: StoreView
    private let definition: EntityDefinition
    private var keys: [ColumnKey] = []
    /// The exactness of each key. Stored separately, like the chunks below: reading a key for each
    /// leaf would count a dozen references.
    private var exactness: [OrderKey.Exactness] = []

    private var table = GroupTable()
    /// The cache of groups, used if there is one attribute whose key is exact.
    private var recent = RecentGroups()
    private var key = GroupKey()
    /// A row of each group.
    private(set) var rows: [UInt32] = []

    // The state of the current leaf.
    private var chunks: [ColumnChunk] = []
    private var first: UInt32 = 0
    /// The rows of one group each; see ``findParts(of:)``.
    private(set) var parts: [[2 of UInt64]] = []
    private var coarserParts: [[2 of UInt64]] = []

    /// The number of rows so far. `askedCount` is the number of records that had to be read.
    private var rowCount = 0
    private var askedCount = 0
    private static var askedMin: Int { 512 }
    /// The maximum number of parts. With more, going row by row is faster.
    private static var partsMax: Int { 32 }

    /// Returns nil if columns do not provide the keys.
    /// - Parameter columns: The source's columns.
    init?(
        _ paths: [BoundPath], of definition: EntityDefinition, _ columns: ColumnStore,
        in source: StoreView
    ) {
        for path in paths {
            guard let key = ColumnKey(path, of: definition, columns, in: source) else { return nil }
            keys.append(key)
            exactness.append(key.exactness)
        }
        self.source = source
        self.definition = definition
    }

    /// Whether all objects are one group.
    var isOne: Bool { keys.isEmpty }

    /// Whether few records have been read so far.
    var isWorthIt: Bool { askedCount < Self.askedMin || askedCount * 4 < rowCount }

    /// Moves on to a leaf.
    /// - Parameter rows: The rows of the leaf to group.
    /// - Returns: Those of them that have objects.
    mutating func enter(
        _ leaf: Node, from first: UInt32, _ rows: [2 of UInt64]
    ) throws -> [2 of UInt64] {
        self.first = first
        chunks.removeAll(keepingCapacity: true)
        for place in keys.indices {
            chunks.append(try keys[place].chunk(of: leaf, from: first))
        }
        let present = chunks[0].present(in: rows)
        rowCount += present[0].nonzeroBitCount + present[1].nonzeroBitCount
        return present
    }

    /// Counts the records that the rows of the leaf would need, without reading any.
    mutating func foresee(_ rows: [2 of UInt64]) {
        for half in 0..<2 {
            rows[half].forEachBit { bit in
                let isExact = chunks.indices.allSatisfy {
                    exactness[$0].isExact(chunks[$0].key(half * 64 + bit))
                }
                if !isExact { askedCount += 1 }
            }
        }
    }

    /// Divides rows of the leaf into ``parts``.
    /// - Returns: False if there are many groups, or if keys do not tell them apart.
    mutating func findParts(of rows: [2 of UInt64]) -> Bool {
        parts.removeAll(keepingCapacity: true)
        parts.append(rows)
        for number in chunks.indices {
            guard let others = chunks[number].parts, parts.count * others.count <= Self.partsMax
            else { return false }
            for other in others where !exactness[number].isExact(other.key) { return false }
            swap(&parts, &coarserParts)
            parts.removeAll(keepingCapacity: true)
            for part in coarserParts {
                for other in others {
                    let (low, high) = (part[0] & other.rows[0], part[1] & other.rows[1])
                    if low | high != 0 { parts.append([low, high]) }
                }
            }
        }
        return true
    }

    /// Returns the number of a row's group.
    /// - Parameter place: The row's place in the leaf.
    mutating func group(at place: Int) throws -> Int {
        let orderKey = chunks[0].key(place)
        if chunks.count == 1, let group = recent.group(of: orderKey) { return group }
        let row = first + UInt32(place)
        var isExact = true
        key.begin()
        for number in keys.indices {
            let orderKey = chunks[number].key(place)
            if exactness[number].isExact(orderKey) {
                key.append(word: orderKey)
                continue
            }
            isExact = false
            let found = try source.record(of: row, in: definition)
            try keys[number].append(found, number, to: &key, in: source)
        }
        if !isExact { askedCount += 1 }
        let group = try table.group(of: key)
        if group == rows.count { rows.append(row) }
        if isExact, chunks.count == 1 { recent.set(group, of: orderKey) }
        return group
    }

    /// Returns the key values of each group.
    func values() throws -> [[Value]] {
        let schema = definition.schema
        let ordinals = keys.compactMap { schema.ordinal(of: $0.attribute.name) }
        return try rows.map { row in
            let found = try source.record(of: row, in: definition)
            return try ordinals.map { try source.value(of: $0, in: schema, of: found) }
        }
    }
}
