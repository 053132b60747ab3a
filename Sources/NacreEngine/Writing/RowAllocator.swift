internal import NacreFormat

/// Hands out the rows of one entity: first those of deleted objects, then new ones. What a pending
/// change takes or gives back counts only when it is committed, and what it gives back is taken
/// again only when that commit is durable.
struct RowAllocator {
    /// Rows whose delete is durable. Not all of them need to be known.
    private var free: [UInt32] = []
    private var taken: [UInt32] = []
    private var freed: [UInt32] = []
    /// More of the first kind, if the store was opened by a checkpoint.
    private var later = FreeRows()
    /// Rows that a commit has freed, in the order of commits; the first `released` are free.
    private var committed: [(commit: CommitNumber, row: UInt32)] = []
    private var released = 0

    /// Of deleted rows, remembering more than this would only cost memory.
    private static let freeMax = 1 << 20

    init() {}

    /// The rows that were free when a store was opened by a checkpoint.
    init(_ rows: FreeRows) {
        free = rows.listed
        later = rows
    }

    /// The free rows of a table, as far as they lie beside used ones.
    init(scanning rows: RowTable, below end: UInt32) {
        var expected: UInt32 = 0
        rows.forEach { row, _ in
            // A hostile file may name far-away rows: such a gap is not worth listing.
            if row > expected, row - expected <= 4096 {
                free += expected..<row
            }
            expected = row + 1
            return free.count < Self.freeMax
        }
    }

    /// - Parameter end: the first row that was never used; moved on if that one is taken.
    /// - Returns: nil if all rows are in use.
    mutating func take(end: inout UInt32) -> UInt32? {
        if hasFree, let row = free.popLast() ?? later.takeNext() {
            taken.append(row)
            return row
        }
        guard end < .max - 1 else { return nil }
        defer { end += 1 }
        return end
    }

    /// Whether it is worth looking for one: most entities have none.
    private var hasFree: Bool { !free.isEmpty || !later.isUsedUp }

    mutating func giveBack(_ row: UInt32) { freed.append(row) }

    /// The pending change became a commit.
    mutating func commit(_ commit: CommitNumber) {
        // Of most entities there is nothing in most commits.
        if taken.isEmpty, freed.isEmpty { return }
        taken.removeAll(keepingCapacity: true)
        if !freed.isEmpty, committed.count - released < Self.freeMax {
            committed += freed.lazy.map { (commit, $0) }
        }
        freed.removeAll(keepingCapacity: true)
    }

    /// Everything up to a commit is durable.
    mutating func release(through durable: CommitNumber) {
        if committed.isEmpty { return }
        while released < committed.count, committed[released].commit <= durable {
            if free.count < Self.freeMax { free.append(committed[released].row) }
            released += 1
        }
        // Moved seldom, so that each row is moved about once.
        if released > committed.count / 2 {
            committed.removeFirst(released)
            released = 0
        }
    }

    /// A place in the pending change to go back to.
    struct Mark {
        fileprivate let taken: Int
        fileprivate let freed: Int

        /// Where a change begins.
        static let start = Mark(taken: 0, freed: 0)
    }

    var mark: Mark { Mark(taken: taken.count, freed: freed.count) }

    /// What the pending change did since the mark never was.
    mutating func rollBack(to mark: Mark) {
        free += taken[mark.taken...].reversed()
        taken.removeSubrange(mark.taken...)
        freed.removeSubrange(mark.freed...)
    }
}
