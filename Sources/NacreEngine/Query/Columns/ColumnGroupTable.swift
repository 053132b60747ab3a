internal import NacreFormat

/// Numbers the groups that rows belong to, as columns say, a leaf of the row table at a time.
struct ColumnGroupTable {
    private let source: StoreView
    private let definition: EntityDefinition
    private var keys: [ColumnKey] = []
    /// Of each key. By themselves, as are the chunks below: reading a key for each leaf would count
    /// a dozen references.
    private var exactness: [OrderKey.Exactness] = []

    private var table = GroupTable()
    /// Of one attribute whose key says all.
    private var recent = RecentGroups()
    private var key = GroupKey()
    /// An object of each group.
    private(set) var rows: [UInt32] = []

    // Of the present leaf.
    private var chunks: [ColumnChunk] = []
    private var first: UInt32 = 0
    /// Those of one group together; see ``findParts(of:)``.
    private(set) var parts: [[2 of UInt64]] = []
    private var coarserParts: [[2 of UInt64]] = []

    /// How many rows there were, and how many records had to be asked.
    private var rowCount = 0
    private var askedCount = 0
    private static var askedMin: Int { 512 }
    /// Of more parts, one row after another is faster.
    private static var partsMax: Int { 32 }

    /// - Parameter columns: the source's.
    /// - Returns: nil if columns do not know what makes the groups.
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

    /// Whether few records were asked so far.
    var isWorthIt: Bool { askedCount < Self.askedMin || askedCount * 4 < rowCount }

    /// Goes on to a leaf.
    /// - Parameter rows: of the leaf, that count.
    /// - Returns: those that have objects.
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

    /// Counts the records that rows of the leaf ask for, and asks none.
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
    /// - Returns: false if their groups are many, or if keys do not tell them apart.
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

    /// The number of the group of a row.
    /// - Parameter place: of the row, in the leaf.
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

    /// The values that each group has in common.
    func values() throws -> [[Value]] {
        let schema = definition.schema
        let ordinals = keys.compactMap { schema.ordinal(of: $0.attribute.name) }
        return try rows.map { row in
            let found = try source.record(of: row, in: definition)
            return try ordinals.map { try source.value(of: $0, in: schema, of: found) }
        }
    }
}
