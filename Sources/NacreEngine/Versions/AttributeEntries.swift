internal import NacreFormat

/// What a tree of an attribute holds of all objects of an entity. Objects without a value have no
/// entry.
struct AttributeEntries<Source: RecordSource> {
    private let source: Source
    private let schema: EntitySchema
    private let ordinal: Int
    private let rows: RowTable
    /// Sorted.
    let entries: [TreeEntry]
    /// Of an object without a value.
    let withoutValue: Position?

    /// - Parameter ordinal: of the attribute, in the entity's schema.
    init(_ ordinal: Int, of definition: EntityDefinition, in source: Source) throws {
        let schema = definition.schema
        let rows = source.roots(of: schema.number).rows
        var entries: [TreeEntry] = []
        var withoutValue: Position?
        try rows.forEach { row, word in
            let found = try source.record(
                at: Position(word), row: RowNumber(row), of: schema.number, verifying: false)
            let value = try source.value(of: ordinal, in: schema, of: found)
            if value.isNull {
                withoutValue = found.position
            } else {
                entries.append(TreeEntry(key: source.idKey(value), row: row))
            }
            return true
        }
        entries.sort()
        self.source = source
        self.schema = schema
        self.ordinal = ordinal
        self.rows = rows
        self.entries = entries
        self.withoutValue = withoutValue
    }

    /// Calls `body` with each object whose value another one before it has, and with that one.
    func forEachDuplicate(_ body: (_ first: FoundRecord, _ second: FoundRecord) throws -> Void)
        throws
    {
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].key == entries[start].key { end += 1 }
            if end - start > 1 { try compare(entries[start..<end], body) }
            start = end
        }
    }

    /// Objects with one key: almost always they have one value, but hashes can be shared.
    private func compare(
        _ entries: ArraySlice<TreeEntry>, _ body: (FoundRecord, FoundRecord) throws -> Void
    ) throws {
        let isExact = IDKey.isExact(schema.attributes[ordinal].type)
        var distinct: [(value: Value, found: FoundRecord)] = []
        for entry in entries {
            let found = try source.record(
                at: Position(rows[entry.row]), row: RowNumber(entry.row), of: schema.number,
                verifying: true)
            let value: Value =
                isExact ? .null : try source.value(of: ordinal, in: schema, of: found)
            if let first = distinct.first(where: { IDKey.areSame($0.value, value) }) {
                try body(first.found, found)
            } else {
                distinct.append((value, found))
            }
        }
    }
}
