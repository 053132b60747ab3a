internal import NacreFormat

/// A reader of the keys that objects of one entity have in some of its trees. It reads most keys in
/// place, without making values of them.
struct EntryKeyReader {
    let indexes: [IndexDefinition]
    private let schema: StoredSchema
    /// The places of the keys in records of the entity's layout; nil for keys that are computed
    /// from values.
    private let plainKeys: [PlainKey?]
    private let layout: Layout?

    init(_ indexes: [IndexDefinition], of definition: EntityDefinition) {
        self.indexes = indexes
        schema = definition.schema
        layout = definition.layout
        plainKeys = indexes.map { index in definition.layout.flatMap { PlainKey(of: index, in: $0) }
        }
    }

    /// Returns the keys of an object in one of the trees.
    /// - Parameter place: The position of the index in ``indexes``.
    func keys(
        at place: Int, of found: FoundRecord, in source: some RecordSource
    ) throws -> EntryKeys {
        if let plain = plainKeys[place], found.record.layout == layout?.id,
            let keys = plain.keys(in: found.record)
        {
            return keys
        }
        return try source.keys(of: indexes[place], in: schema, of: found)
    }

    /// Calls `body` with the keys of the objects of a block in one of the trees.
    func forEach(
        at place: Int, of reader: borrowing BlockReader, in source: StoreView,
        _ body: (EntryKeys, _ index: Int) -> Void
    ) throws {
        // Compared once for the block, not for each record.
        let plain = reader.block.layout?.id == layout?.id ? plainKeys[place] : nil
        for index in 0..<reader.block.count {
            if let keys = plain?.keys(in: reader.block.record(index)) {
                body(keys, index)
            } else {
                let found = try reader.found(index)
                body(try source.keys(of: indexes[place], in: schema, of: found), index)
            }
        }
    }
}
