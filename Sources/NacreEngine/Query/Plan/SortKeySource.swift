internal import NacreFormat

/// Takes what objects are sorted by out of their records, and what references lead to out of those
/// of others.
struct SortKeySource<Source: RecordSource> {
    let keys: SortKeys
    private let source: Source
    private var readers: LayoutCache<SortKeyReader>
    private let external: (ExternalReference) throws -> ByteView
    /// Of the values that are no attributes of the object itself, by place in the key.
    private let paths: [(place: Int, reader: PathReader<Source>)]

    init(_ keys: SortKeys, in source: Source) throws(StoreError) {
        self.keys = keys
        self.source = source
        readers = LayoutCache { try keys.reader($0) }
        external = { try source.external($0) }
        var paths: [(Int, PathReader<Source>)] = []
        if keys.areOwn {
            self.paths = paths
            return
        }
        var shared = ReferencePaths(of: keys.schema, in: source)
        for (place, path) in keys.paths.enumerated() where !path.isOwn {
            paths.append((place, try PathReader(path, of: keys.schema, &shared, in: source)))
        }
        self.paths = paths
    }

    /// What takes keys out of the records of a layout; nil if they stand in other objects' records
    /// as well.
    mutating func ownReader(_ layout: Layout) throws -> SortKeyReader? {
        paths.isEmpty ? try readers[layout] : nil
    }

    /// The beginning of a key, which decides most comparisons.
    /// - Returns: nil where it takes as much as the key itself.
    mutating func prefix(of found: FoundRecord) throws -> SortPrefix? {
        try ownReader(found.layout)?.prefix.prefix(of: found, in: source)
    }

    /// A record with what it takes to sort it.
    mutating func sorted(_ found: FoundRecord) throws -> SortedRecord {
        if let reader = try ownReader(found.layout), reader.order != nil {
            return SortedRecord(
                prefix: try reader.prefix.prefix(of: found, in: source), key: nil, found: found)
        }
        let key = try key(of: found)
        return SortedRecord(prefix: keys.prefix(of: key), key: key, found: found)
    }

    /// Whether one object comes before another one.
    mutating func precedes(
        _ first: SortedRecord, _ second: SortedRecord
    ) throws -> Bool {
        if let precedes = first.prefix.precedes(second.prefix) { return precedes }
        if first.found.record.layout == second.found.record.layout,
            let order = try readers[first.found.layout].order
        {
            return try order.precedes(first.found, second.found, in: source)
        }
        let key = try first.key ?? key(of: first.found)
        return keys.precedes(key, try second.key ?? self.key(of: second.found))
    }

    mutating func key(of found: FoundRecord) throws -> SortKey {
        let key = try readers[found.layout].key(
            of: found.record, origin: found.position.offset, external: external)
        if paths.isEmpty { return key }
        var values = key.values
        for (place, reader) in paths { values[place] = try reader.value(of: found) }
        return SortKey(values: values)
    }
}

/// A record that is being sorted.
struct SortedRecord {
    let prefix: SortPrefix
    /// Nil if records of one layout are compared where they stand.
    let key: SortKey?
    let found: FoundRecord
}
