internal import NacreFormat

/// The position of each row's newest record, while segments are replayed.
struct ReplayedRows {
    private let pool: NodePool
    /// The pool for commit numbers by row, of every entity. They are needed only during the replay.
    private let commitPool = NodePool(slabs: NodeSlabs())
    private var commits: [RowTable] = []
    private(set) var roots: [EntityRoots]
    private(set) var usage: StoreUsage
    /// The segments by number, ascending. Not a dictionary: for the first dictionary with a key
    /// type, the runtime searches all protocol conformances of the process, which would slow down
    /// opening.
    private var mappings: [MappedSegment] = []
    /// The leaves of the row that was replayed last. The next row is usually beside it, and needs
    /// no search.
    private var leaves: Leaves?

    private struct Leaves {
        let entity: Int
        let commits: RowTable.OwnLeaf
        let rows: RowTable.OwnLeaf
    }

    /// Starts with the rows of a checkpoint, if there is one.
    /// - Parameters:
    ///   - roots: The rows so far. A replayed record is newer.
    ///   - usage: The usage of the segments by these rows.
    init(
        pool: NodePool, roots: [EntityRoots] = [EntityRoots()], usage: StoreUsage = StoreUsage()
    ) {
        self.pool = pool
        self.roots = roots
        self.usage = usage
    }

    /// Returns the replayed rows of an entity, ascending.
    func touched(_ entity: Int) -> [UInt32] {
        guard entity < commits.count else { return [] }
        var rows: [UInt32] = []
        commits[entity].forEach { row, _ in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Begins a segment. The records that follow are in it.
    mutating func begin(_ segment: SegmentNumber, _ mapping: MappedBytes) {
        usage.add(SegmentUsage(segment))
        mappings.insert(
            MappedSegment(segment, mapping),
            at: mappings.partitioningIndex { $0.number >= segment })
    }

    mutating func end(_ segment: SegmentNumber, length: Int) {
        usage.setLength(length, of: segment)
    }

    /// Makes room for an entity.
    mutating func add(_ entity: Int) {
        while commits.count <= entity { commits.append(RowTable()) }
        while roots.count <= entity { roots.append(EntityRoots()) }
    }

    /// Takes a record, unless the row has one of a higher commit. A tombstone frees the row.
    mutating func add(
        _ record: RecordView, at position: Position, entity: Int, commit: CommitNumber
    ) throws(FormatError) {
        let row = record.row.rawValue
        add(entity)
        guard row < .max else {
            throw FormatError(
                .badValue, structure: "record", field: "row", offset: position.offset,
                expected: "below \(UInt32.max)", found: "\(row)")
        }
        let kind = record.kind ?? .put
        usage.add(kind, at: position, size: record.paddedLength)
        let leaves = leaves(of: row, entity)
        guard commit.rawValue >= leaves.commits[row] else {
            if kind != .tombstone {
                usage.removeRecord(at: position, size: record.paddedLength)
            }
            return
        }
        supersede(Position(leaves.rows[row]))
        leaves.commits[row] = commit.rawValue
        leaves.rows[row] = kind == .tombstone ? 0 : position.rawValue
        roots[entity].rowsEnd = max(roots[entity].rowsEnd, row + 1)
    }

    @inline(__always)
    private mutating func leaves(of row: UInt32, _ entity: Int) -> Leaves {
        if let leaves, leaves.entity == entity, leaves.rows.holds(row, pool) { return leaves }
        let found = Leaves(
            entity: entity, commits: commits[entity].ownLeaf(of: row, pool: commitPool),
            rows: roots[entity].rows.ownLeaf(of: row, pool: pool))
        leaves = found
        return found
    }

    private mutating func supersede(_ former: Position) {
        // Most objects are new.
        if former == .none { return }
        let index = mappings.partitioningIndex { $0.number >= former.segment }
        guard index < mappings.count, mappings[index].number == former.segment else { return }
        let size = mappings[index].bytes.read { view in
            former.offset < view.count
                ? RecordView.paddedLength(at: view[former.offset..<view.count]) : nil
        }
        if let size { usage.removeRecord(at: former, size: size) }
    }
}
