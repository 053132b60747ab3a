internal import NacreFormat

/// What was found so far, of which only the first ones in the order are wanted: many more are never
/// kept, and a page of a million objects takes the memory of two pages. What comes behind those is
/// known by a number or two, without its values.
struct FirstMatches<Source: RecordSource> {
    private struct Match {
        let prefix: SortPrefix
        let key: SortKey
        let found: FoundRecord
    }

    private let keys: SortKeys
    private let source: Source
    private var readers: LayoutCache<SortKeyReader>
    private let external: (ExternalReference) throws -> ByteView

    /// Of the values that are no attributes of the object itself, by place in the key.
    private let paths: [(place: Int, path: ReferencePath<Source>)]

    /// Nil for all.
    private var wanted: Int?
    private var matches: [Match] = []
    /// The last one that is wanted, as far as is known: what comes behind it is not.
    private var last: Match?

    init(_ keys: SortKeys, in source: Source, wanted: Int? = nil) throws(StoreError) {
        self.keys = keys
        self.source = source
        self.wanted = wanted
        readers = LayoutCache { try SortKeyReader(keys, layout: $0) }
        external = { try source.external($0) }
        var paths: [(Int, ReferencePath<Source>)] = []
        for (place, steps) in keys.paths.enumerated() where !steps.isEmpty {
            paths.append((place, try ReferencePath(steps, in: source)))
        }
        self.paths = paths
    }

    var isEmpty: Bool { matches.isEmpty }

    /// Begins again.
    mutating func removeAll(wanted: Int?) {
        self.wanted = wanted
        matches.removeAll(keepingCapacity: true)
        last = nil
    }

    mutating func add(_ found: FoundRecord) throws {
        let reader = try readers[found.layout]
        if !paths.isEmpty { return add(try match(found, reader)) }
        let prefix = try reader.prefix.prefix(of: found, in: source)
        if let last, last.prefix.precedes(prefix) == true { return }
        let key = try reader.key(
            of: found.record, origin: found.position.offset, external: external)
        add(Match(prefix: prefix, key: key, found: found))
    }

    /// Where values stand behind references: what these lead to is known only after it was found.
    private func match(_ found: FoundRecord, _ reader: SortKeyReader) throws -> Match {
        var values = try reader.key(
            of: found.record, origin: found.position.offset, external: external
        ).values
        for (place, path) in paths { values[place] = try path.value(from: values[place]) }
        let key = SortKey(values: values)
        return Match(prefix: SortPrefix(keys, key), key: key, found: found)
    }

    private mutating func add(_ match: Match) {
        if let last, !Self.precedes(match, last, keys) { return }
        matches.append(match)
        guard let wanted, matches.count >= 2 * max(wanted, 32) else { return }
        cut(to: wanted)
        last = matches.last
    }

    private static func precedes(_ first: Match, _ second: Match, _ keys: SortKeys) -> Bool {
        first.prefix.precedes(second.prefix) ?? keys.precedes(first.key, second.key)
    }

    private mutating func cut(to count: Int) {
        let keys = keys
        matches.sort { Self.precedes($0, $1, keys) }
        if matches.count > count { matches.removeSubrange(count...) }
    }

    /// In order.
    mutating func sorted() -> [FoundRecord] {
        cut(to: wanted ?? .max)
        return matches.map(\.found)
    }
}
