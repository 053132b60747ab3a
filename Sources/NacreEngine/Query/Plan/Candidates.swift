/// The rows that a query examines, in pieces that can be processed separately, also by several
/// threads at once.
enum Candidates {
    /// All rows of a table, except those that columns rule out.
    case table([RowTable.Branch], [ColumnCondition])
    /// A set, in row order, which is nearly the order of the log.
    case set(RowSet)
    /// A list, for few rows. It is smaller than a set of all rows.
    case list([UInt32])

    var pieceCount: Int {
        switch self {
        case .table(let branches, _): branches.count
        case .set(let rows): rows.pieceCount
        case .list: 1
        }
    }
}

/// A scan that finds the records of candidates and passes them on a block at a time.
struct CandidateScan: ~Copyable {
    private let candidates: Candidates
    private var scan: RowScan
    private var columns: ColumnMatcher?

    init(_ candidates: Candidates, of definition: EntityDefinition, in source: StoreView) {
        self.candidates = candidates
        scan = RowScan(of: definition, in: source)
        if case .table(_, let conditions) = candidates, !conditions.isEmpty {
            guard let columns = source.columns else {
                preconditionFailure("a plan with columns is for a source that has them")
            }
            self.columns = ColumnMatcher(conditions, of: definition, columns, in: source)
        }
    }

    /// Passes on the records of one piece.
    /// - Returns: False if `body` has returned false.
    mutating func visit(
        _ piece: Int, _ body: (borrowing BlockReader) throws -> Bool
    ) throws -> Bool {
        switch candidates {
        case .table(let branches, _):
            try branches[piece].forEachLeaf { first, leaf, next in
                guard let rows = try columns?.rows(of: leaf, from: first) else {
                    return try scan.add(leaf, from: first, before: next, body)
                }
                return try rows.forEachRow(from: first) { try scan.add($0, body) }
            }
        case .set(let rows): try rows.forEach(in: piece) { try scan.add($0, body) }
        case .list(let rows): for row in rows where try !scan.add(row, body) { break }
        }
        return try scan.end(body)
    }
}
