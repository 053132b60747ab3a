internal import NacreFormat

/// The records of a query in its order, some at a time: however many there are, there are never
/// more than a fixed number of rows in memory.
///
/// Where an index has the order, each batch is a walk on from the last one. Otherwise a pass over
/// the candidates finds the rows of many batches.
package struct RecordStream: Sendable {
    /// How many rows a pass finds.
    private let rowsOfPass: Int
    private let snapshot: Snapshot
    private let definition: EntityDefinition
    /// Of what no pass has found yet; nil if there is no more.
    private var rest: Query?
    /// Found, in order; those before ``next`` were passed on.
    private var rows: [UInt32] = []
    private var next = 0

    package init(_ query: Query, in snapshot: Snapshot) throws {
        try self.init(query, in: snapshot, rowsOfPass: 65_536)
    }

    init(_ query: Query, in snapshot: Snapshot, rowsOfPass: Int) throws {
        // Wrong queries are found before the first batch is.
        _ = try QueryExecution(query, in: snapshot.view)
        self.snapshot = snapshot
        self.rowsOfPass = rowsOfPass
        definition = try snapshot.definition(query.entity)
        rest = query
    }

    /// Whether everything was passed on.
    package var isOver: Bool { rest == nil && next == rows.count }

    /// Passes on the next records.
    /// - Parameter count: at most so many, at least 1. There are fewer only at the end.
    package mutating func forEach(
        next count: Int, _ body: (FoundRecord, Snapshot) throws -> Void
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

    /// The same, each with what its references lead to.
    /// - Parameter paths: as of ``RecordSource/forEachRecord(_:reaching:_:)``.
    package mutating func forEach(
        next count: Int, reaching paths: [[String]],
        _ body: (FoundRecord, [FoundRecord?], Snapshot) throws -> Void
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
