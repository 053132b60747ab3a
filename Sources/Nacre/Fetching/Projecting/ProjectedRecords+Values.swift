internal import NacreEngine

extension ProjectedRecords {
    /// Returns the values of a field.
    func values<Member: FieldProtocol>(
        of reader: FieldReader<Member>, in source: some RecordSource
    ) throws -> [Member.Value] {
        guard case .list(let list) = self, list.found.count <= Self.few else {
            return try filled(Member.Value.self) { parts in try parts.add(reader, source) }
        }
        var values: [Member.Value] = []
        let held = try reader.heldReader(source)
        try list.forEachBlock { block in
            try reader.read(block, in: source, held) { value, _ in values.append(value) }
        }
        return values
    }

    /// The number of values up to which preparing columns takes longer than appending.
    private static var few: Int { 16 }

    /// Returns the values of fields, a tuple for each object.
    func rows<each Member: FieldProtocol>(
        of readers: repeat FieldReader<each Member>, in source: some RecordSource
    ) throws -> [(repeat (each Member).Value)] {
        try filled((repeat (each Member).Value).self) { parts in
            for reader in repeat each readers { try parts.add(reader, source) }
        }
    }

    /// Returns the rows of a result.
    /// - Parameter addParts: Adds all parts of a row, in order.
    private func filled<Row>(
        _ type: Row.Type, _ addParts: (inout RowParts) throws -> Void
    ) throws -> [Row] {
        let count = count
        if count == 0 { return [] }
        return try unsafe [Row](unsafeUninitializedCapacity: count) { buffer, made in
            // SAFETY: either all parts of all rows are initialized, or none are.
            let base = unsafe UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped)
            var parts = unsafe RowParts(base, stride: MemoryLayout<Row>.stride, count: count)
            try addParts(&parts)
            try parts.fill(from: self)
            made = count
        }
    }
}

/// The parts of the rows of a result, each with the code that reads it: those of a tuple, or a
/// single value.
@safe private struct RowParts {
    private struct Part {
        let fill: (ProjectedBlock) throws -> Void
        let remove: () -> Void
    }

    private var parts: [Part] = []
    /// The offset in the row after the last part.
    private var end = 0
    // SAFETY: the array with the rows outlives this value.
    private let base: UnsafeMutableRawPointer
    private let stride: Int
    private let count: Int

    /// - Parameters:
    ///   - base: The address of the first row.
    ///   - stride: The distance from one row to the next, in bytes.
    ///   - count: The number of rows.
    @unsafe init(_ base: UnsafeMutableRawPointer, stride: Int, count: Int) {
        unsafe self.base = unsafe base
        self.stride = stride
        self.count = count
    }

    /// Adds the next part. The parts of a tuple are one after another, each at the next offset that
    /// its alignment allows.
    mutating func add<Member: FieldProtocol>(
        _ reader: FieldReader<Member>, _ source: some RecordSource
    ) throws {
        typealias Value = Member.Value
        let alignment = MemoryLayout<Value>.alignment
        let offset = (end + alignment - 1) / alignment * alignment
        end = offset + MemoryLayout<Value>.size
        let column = unsafe ProjectedColumn(base + offset, stride: stride, count: count)
        let held = try reader.heldReader(source)
        let table = reader.keyedTable()
        parts.append(
            Part(
                fill: { block in
                    guard let keyed = block.keyed, let table else {
                        return try reader.read(block, in: source, held) {
                            column.append($0, at: $1)
                        }
                    }
                    try reader.read(keyed, by: table, in: source) { column.append($0, at: $1) }
                },
                remove: { column.removeAll(Value.self) }))
    }

    /// Reads all parts, or throws an error and leaves none.
    func fill(from records: ProjectedRecords) throws {
        do {
            try records.forEachBlock { block in
                for part in parts { try part.fill(block) }
            }
        } catch {
            for part in parts { part.remove() }
            throw error
        }
    }
}
