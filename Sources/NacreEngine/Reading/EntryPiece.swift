internal import NacreFormat

/// The entries that some rows of an entity have in some of its trees, in the order of the rows.
struct EntryPiece {
    /// The number of the piece among those of the entity's rows.
    let number: Int
    /// The entries, by tree.
    private(set) var entries: [[TreeEntry]]
    /// The position of an object without a value, by tree.
    private(set) var withoutValue: [Position?]

    init(number: Int, of keys: EntryKeyReader) {
        self.number = number
        entries = Array(repeating: [], count: keys.indexes.count)
        withoutValue = Array(repeating: nil, count: keys.indexes.count)
    }

    /// Adds the objects of a block.
    mutating func add(
        _ reader: borrowing BlockReader, _ keys: EntryKeyReader, _ source: StoreView
    ) throws {
        for place in keys.indexes.indices {
            // Taken out, because appending in place would check for each entry that no one else
            // has the arrays.
            var entries = entries[place]
            self.entries[place] = []
            try keys.forEach(at: place, of: reader, in: source) { found, index in
                let row = reader.block.row(index)
                switch found {
                case .none: withoutValue[place] = reader.block.position(index)
                case .one(let key): entries.append(TreeEntry(key: key, row: row))
                case .several(let keys):
                    for key in keys { entries.append(TreeEntry(key: key, row: row)) }
                }
            }
            self.entries[place] = entries
        }
    }
}
