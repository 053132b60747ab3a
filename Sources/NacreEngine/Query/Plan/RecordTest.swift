internal import NacreFormat

/// Asks records whether a filter holds for them, one after another. What it needs for that is made
/// once: a query spends its time here.
struct RecordTest<Source: RecordSource> {
    private let source: Source
    private let isTrivial: Bool
    private var matchers: LayoutCache<Matcher>
    private let external: (ExternalReference) throws -> ByteView

    init(_ filter: BoundFilter, in source: Source) {
        self.source = source
        isTrivial = filter.filter == .all
        matchers = LayoutCache { try Matcher(filter, layout: $0) }
        external = { try source.external($0) }
    }

    @inline(__always)
    mutating func holds(for found: FoundRecord) throws -> Bool {
        if isTrivial { return true }
        do {
            return try matchers[found.layout].matches(
                found.record, origin: found.position.offset, external: external)
        } catch let error as FormatError {
            throw source.damaged(found.position, error.description)
        }
    }
}

/// Takes sort keys out of records, one after another.
struct SortKeySource<Source: RecordSource> {
    private var readers: LayoutCache<SortKeyReader>
    private let external: (ExternalReference) throws -> ByteView
    /// Of the values that are no attributes of the object itself, by place in the key.
    private let paths: [(place: Int, path: ReferencePath<Source>)]

    init(_ keys: SortKeys, in source: Source) throws(StoreError) {
        var paths: [(Int, ReferencePath<Source>)] = []
        for (place, steps) in keys.paths.enumerated() where !steps.isEmpty {
            paths.append((place, try ReferencePath(steps, in: source)))
        }
        self.paths = paths
        readers = LayoutCache { try SortKeyReader(keys, layout: $0) }
        external = { try source.external($0) }
    }

    mutating func key(of found: FoundRecord) throws -> SortKey {
        let key = try readers[found.layout].key(
            of: found.record, origin: found.position.offset, external: external)
        if paths.isEmpty { return key }
        var values = key.values
        for (place, path) in paths { values[place] = try path.value(from: values[place]) }
        return SortKey(values: values)
    }
}
