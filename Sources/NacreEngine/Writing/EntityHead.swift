internal import NacreFormat

/// The writer's rows and ids of one entity: those of the newest commit, with the effects of the
/// pending change.
///
/// A class. Only its own code changes its state, and never calls code that accesses it meanwhile.
/// So accesses never overlap, and exclusivity checks are off.
final class EntityHead {
    /// The map from id keys to rows.
    let ids: IndexHead
    @safe @exclusivity(unchecked) private(set) var rows: RowTable
    @safe @exclusivity(unchecked) private var rowsEnd: UInt32
    @safe @exclusivity(unchecked) private var allocator: RowAllocator
    /// The leaf of the row that was set last: new objects have consecutive rows.
    @safe @exclusivity(unchecked) private var lastLeaf: RowTable.OwnLeaf?
    private let pool: NodePool

    /// Makes the head of a new entity.
    convenience init(_ pool: NodePool) { self.init(EntityRoots(), RowAllocator(), pool) }

    init(_ roots: EntityRoots, _ allocator: RowAllocator, _ pool: NodePool) {
        self.pool = pool
        ids = IndexHead(roots.ids, pool)
        rows = roots.rows
        rowsEnd = roots.rowsEnd
        self.allocator = allocator
    }

    /// The roots, including all effects of the change.
    var roots: EntityRoots {
        EntityRoots(rows: rows, ids: ids.current, rowsEnd: rowsEnd)
    }

    // MARK: Rows

    /// Returns a row for a new object; nil if all rows are in use.
    func takeRow() -> UInt32? {
        allocator.take(end: &rowsEnd)
    }

    func giveBack(_ row: UInt32) { allocator.giveBack(row) }

    /// Sets the record of a row.
    /// - Parameter word: The position of the row's record; 0 if it no longer has one.
    func setRow(_ row: UInt32, to word: UInt64) {
        if let lastLeaf, lastLeaf.set(row, to: word, pool) { return }
        lastLeaf = rows.set(row, to: word, pool: pool)
    }

    // MARK: Memory

    /// Moves nodes. Nothing may be pending.
    func move(by move: NodeMove) {
        lastLeaf = nil
        rows.move(by: move)
        ids.move(by: move)
    }

    // MARK: Commit and rollback

    /// Ends the pending change, which became a commit.
    /// - Parameter durable: The newest durable commit.
    func commit(_ commit: CommitNumber, durable: CommitNumber) {
        allocator.commit(commit)
        allocator.release(through: durable)
    }

    /// Checks the invariants of its parts between two changes.
    func checkInvariants() throws(BrokenInvariant) {
        try ids.checkInvariants()
        try allocator.checkInvariants(rows)
    }

    var mark: RowAllocator.Mark { allocator.mark }

    func rollBack(to roots: EntityRoots, _ mark: RowAllocator.Mark) {
        ids.replace(by: roots.ids)
        // A freed node may be reused for something else.
        lastLeaf = nil
        rows = roots.rows
        rowsEnd = roots.rowsEnd
        allocator.rollBack(to: mark)
    }
}
