internal import NacreFormat

/// Runs a query by looking at the objects of its entity one after another. Filters and sorts read
/// what they need in the records; whole objects are decoded only for output.
struct QueryScan<Source: RecordSource> {
    private let source: Source
    private let query: Query
    private let definition: EntityDefinition
    private let filter: BoundFilter
    private let keys: SortKeys

    init(_ query: Query, in source: Source) throws {
        self.query = query
        self.source = source
        definition = try source.definition(query.entity)
        filter = try BoundFilter(query.filter, schema: definition.schema)
        keys = try SortKeys(query.sorts, schema: definition.schema)
        guard query.offset >= 0, query.limit.map({ $0 >= 0 }) ?? true else {
            throw StoreError(.invalidValue, "Limit and offset of a query are 0 or more.")
        }
    }

    /// How many objects `run` would pass on.
    func count() throws -> Int {
        var matching = 0
        if query.filter == .all {
            matching = source.roots(of: definition.schema.number).ids.count
        } else {
            try forEachMatch { _ in
                matching += 1
                return true
            }
        }
        return min(max(0, matching - query.offset), query.limit ?? .max)
    }

    /// Passes on the objects in the query's order.
    func run(_ body: (FoundRecord) throws -> Bool) throws {
        let order = try sortedByTree() ? matchesInTreeOrder : sortedMatches
        try order(body)
    }

    /// Whether the id tree has the objects in the order that is asked for.
    private func sortedByTree() throws -> Bool {
        query.sorts.isEmpty && IDKey.isExact(definition.schema.idAttribute.type)
    }

    private func matchesInTreeOrder(_ body: (FoundRecord) throws -> Bool) throws {
        let roots = source.roots(of: definition.schema.number)
        var window = Window(query)
        guard !window.isOver else { return }
        var matchers = LayoutCache { try Matcher(filter, layout: $0) }
        try roots.ids.forEach { entry in
            let found = try source.record(
                at: Position(roots.rows[entry.row]), row: RowNumber(entry.row),
                of: definition.schema.number, verifying: false)
            guard try matches(found, &matchers) else { return true }
            guard window.takesNext() else { return true }
            return try body(found) && !window.isOver
        }
    }

    private func sortedMatches(_ body: (FoundRecord) throws -> Bool) throws {
        var matches: [(key: SortKey, found: FoundRecord)] = []
        var readers = LayoutCache { try SortKeyReader(keys, layout: $0) }
        try forEachMatch { found in
            let key = try readers[found.layout].key(
                of: found.record, origin: found.position.offset, external: source.external)
            matches.append((key, found))
            return true
        }
        matches.sort { keys.precedes($0.key, $1.key) }
        for match in matches.dropFirst(query.offset).prefix(query.limit ?? .max) {
            guard try body(match.found) else { return }
        }
    }

    /// In log order, for whoever sorts or counts.
    private func forEachMatch(_ body: (FoundRecord) throws -> Bool) throws {
        var matchers = LayoutCache { try Matcher(filter, layout: $0) }
        try source.forEach(in: definition) { found in
            guard try matches(found, &matchers) else { return true }
            return try body(found)
        }
    }

    private func matches(
        _ found: FoundRecord, _ matchers: inout LayoutCache<Matcher>
    ) throws -> Bool {
        do {
            return try matchers[found.layout].matches(
                found.record, origin: found.position.offset, external: source.external)
        } catch let error as FormatError {
            throw source.damaged(found.position, error.description)
        }
    }
}

/// Offset and limit, counted down.
private struct Window {
    private var toSkip: Int
    private var toTake: Int

    init(_ query: Query) {
        toSkip = query.offset
        toTake = query.limit ?? .max
    }

    var isOver: Bool { toTake == 0 }

    mutating func takesNext() -> Bool {
        if toSkip > 0 {
            toSkip -= 1
            return false
        }
        toTake -= 1
        return true
    }
}

/// What is made once for each layout: most scans meet one, and it stays at hand.
private struct LayoutCache<Element> {
    private let make: (Layout) throws -> Element
    private var last: (layout: Layout, element: Element)?
    private var others: [LayoutID: Element] = [:]

    init(_ make: @escaping (Layout) throws -> Element) { self.make = make }

    subscript(layout: Layout) -> Element {
        mutating get throws {
            if let last, last.layout === layout { return last.element }
            let element = try others[layout.id] ?? make(layout)
            others[layout.id] = element
            last = (layout, element)
            return element
        }
    }
}
