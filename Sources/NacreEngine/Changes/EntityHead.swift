internal import NacreFormat

/// The rows and the ids of one entity, as the writer has them: those of the newest commit, and
/// between them and the next one what the pending change does.
///
/// An object, whose own code alone changes what it holds: then the compiler knows that no two
/// accesses overlap, and has nothing checked for each object that is written.
final class EntityHead {
    private var current: EntityRoots
    private var allocator: RowAllocator

    init(_ roots: EntityRoots = EntityRoots(), _ allocator: RowAllocator = RowAllocator()) {
        current = roots
        self.allocator = allocator
    }

    var roots: EntityRoots { current }

    // MARK: Rows

    /// - Returns: nil if all rows are in use.
    func takeRow() -> UInt32? {
        var end = current.rowsEnd
        defer { current.rowsEnd = end }
        return allocator.take(end: &end)
    }

    func giveBack(_ row: UInt32) { allocator.giveBack(row) }

    /// - Parameter word: the position of the row's record; 0 if it has none any more.
    func setRow(_ row: UInt32, to word: UInt64, _ pool: NodePool) {
        current.rows.set(row, to: word, pool: pool)
    }

    // MARK: Ids

    func insertID(_ entry: TreeEntry, _ pool: NodePool) { current.ids.insert(entry, pool: pool) }

    func removeID(_ entry: TreeEntry, _ pool: NodePool) { current.ids.remove(entry, pool: pool) }

    // MARK: The end of a change

    /// The pending change became a commit.
    /// - Parameter durable: everything up to it is on the disk.
    func commit(_ commit: CommitNumber, durable: CommitNumber) {
        allocator.commit(commit)
        allocator.release(through: durable)
    }

    var mark: RowAllocator.Mark { allocator.mark }

    func rollBack(to roots: EntityRoots, _ mark: RowAllocator.Mark) {
        current = roots
        allocator.rollBack(to: mark)
    }
}
