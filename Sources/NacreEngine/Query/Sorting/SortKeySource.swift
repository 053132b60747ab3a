internal import NacreFormat

/// A source of sort keys, read from records and from the records that references lead to.
struct SortKeySource {
    let keys: SortKeys
    private let source: StoreView
    private var readers: LayoutCache<SortKeyReader>
    private let external: (ExternalReference) throws -> ByteView
    /// The readers of the values that are not attributes of the object itself, by place in the key.
    private let paths: [(place: Int, reader: PathReader)]

    init(_ keys: SortKeys, in source: StoreView) throws(StoreError) {
        self.keys = keys
        self.source = source
        readers = LayoutCache { try keys.reader($0) }
        external = { try source.external($0) }
        var paths: [(Int, PathReader)] = []
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

    /// Returns the reader of keys for a layout; nil if keys also depend on other objects' records.
    mutating func ownReader(_ layout: Layout) throws -> SortKeyReader? {
        paths.isEmpty ? try readers[layout] : nil
    }

    /// Returns the beginning of a key, which decides most comparisons.
    /// - Returns: Nil if it would cost as much as the key itself.
    mutating func prefix(of found: FoundRecord) throws -> SortPrefix? {
        try ownReader(found.layout)?.prefix.prefix(of: found, in: source)
    }

    /// Returns a record with the data needed to sort it.
    mutating func sorted(_ found: FoundRecord) throws -> KeyedRecord {
        if let reader = try ownReader(found.layout), reader.order != nil {
            let prefix = try reader.prefix.prefix(of: found, in: source)
            return KeyedRecord(SortedRecord(prefix: prefix, found: found))
        }
        let key = try key(of: found)
        return KeyedRecord(SortedRecord(prefix: keys.prefix(of: key), found: found), key)
    }

    /// Returns whether one object comes before another one.
    @inline(__always)
    mutating func precedes(_ first: KeyedRecord, _ second: KeyedRecord) throws -> Bool {
        try first.record.prefix.precedes(second.record.prefix) ?? precedesByKey(first, second)
    }

    /// Returns whether one record comes before another one.
    /// - Parameter made: The keys, by ``SortedRecord/keyPlace``; empty if none were made.
    @inline(__always)
    mutating func precedes(
        _ first: SortedRecord, _ second: SortedRecord, _ made: [SortKey]
    ) throws -> Bool {
        try first.prefix.precedes(second.prefix)
            ?? precedesByKey(KeyedRecord(first, of: made), KeyedRecord(second, of: made))
    }

    private mutating func precedesByKey(
        _ first: KeyedRecord, _ second: KeyedRecord
    ) throws -> Bool {
        let (one, other) = (first.record.found, second.record.found)
        if one.record.layout == other.record.layout, let order = try readers[one.layout].order {
            return try order.precedes(one, other, in: source)
        }
        let key = try first.key ?? key(of: one)
        return keys.precedes(key, try second.key ?? self.key(of: other))
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

/// A record that is being sorted. Holds no references, so moving one counts none.
struct SortedRecord {
    let prefix: SortPrefix
    let found: FoundRecord
    /// The index of its key among the keys made, if there is one.
    var keyPlace = 0
}

/// A record that is being sorted, with its key. The key is nil if records of one layout are
/// compared in place.
struct KeyedRecord {
    let record: SortedRecord
    let key: SortKey?

    @inline(__always)
    init(_ record: SortedRecord, _ key: SortKey? = nil) {
        self.record = record
        self.key = key
    }

    /// - Parameter made: The keys, by ``SortedRecord/keyPlace``; empty if none were made.
    @inline(__always)
    init(_ record: SortedRecord, of made: [SortKey]) {
        self.init(record, made.isEmpty ? nil : made[record.keyPlace])
    }
}
