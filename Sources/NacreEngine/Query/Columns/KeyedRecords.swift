internal import NacreFormat

/// A query's objects in its order with attributes that keys tell: that of the index whose order it
/// is, or keys in columns. Records are read only for keys that several values share.
package struct KeyedRecords {
    private let records: SharedRecords
    private let attributes: [String]
    private let parts: [Part]

    /// The source of one attribute's keys.
    fileprivate struct Part {
        let form: KeyForm
        /// The attribute, if its column has the keys. Nil if the index has them.
        let column: AttributeSchema?
    }

    /// Returns nil if the keys of an attribute are not at hand or do not tell its values.
    package init?(_ records: SharedRecords, of attributes: [String]) {
        guard let index = records.walked else { return nil }
        let execution = records.execution
        let schema = execution.definition.schema
        var parts: [Part] = []
        for name in attributes {
            guard let ordinal = schema.ordinal(of: name) else { return nil }
            let attribute = schema.attributes[ordinal]
            let isOfIndex = attribute.id == index.attribute.id
            guard isOfIndex || attribute.isColumnar && execution.source.columns != nil,
                let form = KeyForm(attribute.type, isUnique: isOfIndex)
            else { return nil }
            parts.append(Part(form: form, column: isOfIndex ? nil : attribute))
        }
        self.records = records
        self.attributes = attributes
        self.parts = parts
    }

    /// The number of objects.
    package var count: Int { records.count }

    /// Calls `body` with all objects, a block at a time, on several threads at once.
    /// - Parameters:
    ///   - size: The number of objects of each block but the last; a page has whole blocks.
    ///   - body: It must be thread-safe, which the compiler does not check.
    package func forEachBlock(of size: Int, _ body: (KeyedBlock) throws -> Void) throws {
        try records.forEachPage { places in
            let entries = try records.entries(at: places)
            let rows = entries.map(\.row)
            var readers = parts.map(reader)
            for start in stride(from: 0, to: entries.count, by: size) {
                let end = min(start + size, entries.count)
                var values: [[KeySlot]] = []
                for (place, part) in parts.enumerated() {
                    values.append(try part.values(of: entries[start..<end], by: &readers[place]))
                }
                try body(
                    KeyedBlock(
                        start: places.lowerBound + start, rows[start..<end], attributes, values,
                        of: records.execution))
            }
        }
    }

    private func reader(of part: Part) -> RowKeyReader? {
        let execution = records.execution
        guard let attribute = part.column, let columns = execution.source.columns else {
            return nil
        }
        return RowKeyReader(
            ColumnReader(of: attribute, execution.definition, columns, in: execution.source),
            execution.source.roots(of: execution.definition.schema.number).rows)
    }
}

extension KeyedRecords.Part {
    /// Returns the values of entries of the index.
    /// - Parameter reader: The reader of the column; nil if the index has the keys.
    func values(
        of entries: ArraySlice<TreeEntry>, by reader: inout RowKeyReader?
    ) throws -> [KeySlot] {
        var values: [KeySlot] = []
        values.reserveCapacity(entries.count)
        guard reader != nil else {
            for entry in entries { values.append(form.value(of: entry.key)) }
            return values
        }
        for entry in entries {
            let key = try reader?.key(of: entry.row)
            values.append(key.map { form.value(of: $0) } ?? .unknown)
        }
        return values
    }
}

/// A reader of a column's keys by rows. Neighbouring rows are usually in one leaf.
fileprivate struct RowKeyReader {
    private var reader: ColumnReader
    private let rows: RowTable
    private var first: UInt32 = .max
    private var chunk: ColumnChunk?

    init(_ reader: ColumnReader, _ rows: RowTable) {
        self.reader = reader
        self.rows = rows
    }

    /// Returns the key of a row; nil if the row has no object.
    mutating func key(of row: UInt32) throws -> UInt64? {
        let place = RowTable.place(row)
        let first = row - UInt32(place)
        if first != self.first {
            chunk = try rows.leaf(of: row).map { try reader.chunk(of: $0, from: first) }
            self.first = first
        }
        guard let chunk, chunk.hasObject(place) else { return nil }
        return chunk.key(place)
    }
}
