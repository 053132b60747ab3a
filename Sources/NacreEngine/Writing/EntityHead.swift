internal import NacreFormat

/// The rows and the ids of one entity, as the writer has them: those of the newest commit, and
/// between them and the next one what the pending change does.
///
/// An object, whose own code alone changes what it holds, and calls nobody who could ask it for
/// anything meanwhile: so no two accesses overlap, and none is checked.
final class EntityHead {
    /// From id keys to rows.
    let ids: IndexHead
    @safe @exclusivity(unchecked) private(set) var rows: RowTable
    @safe @exclusivity(unchecked) private var rowsEnd: UInt32
    @safe @exclusivity(unchecked) private var allocator: RowAllocator
    /// The leaf of the row that was set last: new objects have rows one behind another.
    @safe @exclusivity(unchecked) private var lastLeaf: RowTable.OwnLeaf?
    private let pool: NodePool

    /// Of a new entity.
    convenience init(_ pool: NodePool) { self.init(EntityRoots(), RowAllocator(), pool) }

    init(_ roots: EntityRoots, _ allocator: RowAllocator, _ pool: NodePool) {
        self.pool = pool
        ids = IndexHead(roots.ids, pool)
        rows = roots.rows
        rowsEnd = roots.rowsEnd
        self.allocator = allocator
    }

    /// With all that the change has done to them.
    var roots: EntityRoots {
        EntityRoots(rows: rows, ids: ids.current, rowsEnd: rowsEnd)
    }

    // MARK: Rows

    /// - Returns: nil if all rows are in use.
    func takeRow() -> UInt32? {
        allocator.take(end: &rowsEnd)
    }

    func giveBack(_ row: UInt32) { allocator.giveBack(row) }

    /// - Parameter word: the position of the row's record; 0 if it has none any more.
    func setRow(_ row: UInt32, to word: UInt64) {
        if let lastLeaf, lastLeaf.set(row, to: word, pool) { return }
        lastLeaf = rows.set(row, to: word, pool: pool)
    }

    // MARK: Memory

    /// Moves nodes. Nothing is pending.
    func move(by move: NodeMove) {
        lastLeaf = nil
        rows.move(by: move)
        ids.move(by: move)
    }

    // MARK: The end of a change

    /// The pending change became a commit.
    /// - Parameter durable: everything up to it is on the disk.
    func commit(_ commit: CommitNumber, durable: CommitNumber) {
        allocator.commit(commit)
        allocator.release(through: durable)
    }

    var mark: RowAllocator.Mark { allocator.mark }

    func rollBack(to roots: EntityRoots, _ mark: RowAllocator.Mark) {
        ids.replace(by: roots.ids)
        // A node that is free again may come to be one of something else.
        lastLeaf = nil
        rows = roots.rows
        rowsEnd = roots.rowsEnd
        allocator.rollBack(to: mark)
    }
}
