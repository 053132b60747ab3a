internal import NacreFormat

/// The records of a query in its order, a batch at a time. However many there are, only a fixed
/// number of rows is in memory.
///
/// If an index has the order, each batch continues a walk after the last one. Otherwise one pass
/// over the candidates finds the rows of many batches.
package struct RecordStream: Sendable {
    /// The number of rows that a pass finds.
    private let rowsOfPass: Int
    private let snapshot: DatabaseSnapshot
    private let definition: EntityDefinition
    /// The query for the rows that no pass has found yet; nil if there are no more.
    private var rest: Query?
    /// The rows found, in order. Those before ``next`` were passed on.
    private var rows: [UInt32] = []
    private var next = 0

    package init(_ query: Query, in snapshot: DatabaseSnapshot) throws {
        try self.init(query, in: snapshot, rowsOfPass: 65_536)
    }

    init(_ query: Query, in snapshot: DatabaseSnapshot, rowsOfPass: Int) throws {
        // Reports an invalid query now, not with the first batch.
        _ = try QueryExecution(query, in: snapshot.view)
        self.snapshot = snapshot
        self.rowsOfPass = rowsOfPass
        definition = try snapshot.definition(query.entity)
        rest = query
    }

    /// Whether all records were passed on.
    package var isOver: Bool { rest == nil && next == rows.count }

    /// Passes on the next records.
    /// - Parameter count: The maximum number of records, at least 1. Fewer are passed on only at
    ///   the end.
    package mutating func forEach(
        next count: Int, _ body: (FoundRecord, DatabaseSnapshot) throws -> Void
    ) throws {
        var wanted = count
        while wanted > 0, !isOver {
            if next == rows.count { try find(wanted) }
            let batch = rows[next...].prefix(wanted)
            var scan = RowScan(of: definition, in: snapshot.view)
            func pass(_ reader: borrowing BlockReader) throws -> Bool {
                for index in 0..<reader.block.count { try body(reader.found(index), snapshot) }
                return true
            }
            for row in batch { _ = try scan.add(row, pass) }
            try scan.end(pass)
            next += batch.count
            wanted -= batch.count
        }
    }

    /// Passes on the next records, each with the records that its references lead to.
    /// - Parameter paths: As in ``RecordSource/forEachRecord(_:reaching:_:)``.
    package mutating func forEach(
        next count: Int, reaching paths: [[String]],
        _ body: (FoundRecord, [FoundRecord?], DatabaseSnapshot) throws -> Void
    ) throws {
        var reached = try ReachedRecords(paths, of: definition.schema.name, in: snapshot.view)
        try forEach(next: count) { found, source in
            try body(found, reached.records(from: found), source)
        }
    }

    private mutating func find(_ count: Int) throws {
        rows.removeAll(keepingCapacity: true)
        next = 0
        guard var query = rest else { return }
        let limit = query.limit ?? .max
        query.limit = min(limit, count)
        var execution = try QueryExecution(query, in: snapshot.view)
        if case .sort = execution.plan.order {
            query.limit = min(limit, max(count, rowsOfPass))
            execution = try QueryExecution(query, in: snapshot.view)
        }
        var last: FoundRecord?
        try execution.run { found in
            rows.append(found.row.rawValue)
            last = found
            return true
        }
        guard let last, rows.count == query.limit, rows.count < limit else {
            rest = nil
            return
        }
        query.limit = rest?.limit.map { $0 - rows.count }
        query.offset = 0
        query.after = try snapshot.place(of: last, in: query)
        rest = query
    }
}
