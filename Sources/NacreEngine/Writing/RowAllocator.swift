internal import NacreFormat

/// The allocator of the rows of one entity: first those of deleted objects, then new ones. Rows
/// that a pending change takes or gives back count only once it is committed. Rows it gives back
/// are reused only once that commit is durable.
///
/// Invariants:
/// 1. A free row has no record, and is listed once.
/// 2. `committed` is in the order of commits.
/// 3. Between changes, no row is taken or given back.
struct RowAllocator: InvariantHolder {
    /// The rows whose deletion is durable. Not all of them need to be known.
    private var free: [UInt32] = []
    private var taken: [UInt32] = []
    private var freed: [UInt32] = []
    /// Further free rows, if the store was opened with a checkpoint.
    private var later = FreeRows()
    /// The rows that commits have freed, in commit order. The first `released` of them are free.
    private var committed: [(commit: CommitNumber, row: UInt32)] = []
    private var released = 0

    /// The maximum number of free rows remembered. More would only cost memory.
    private static let freeMax = 1 << 20

    init() {}

    /// Starts with the free rows of a store that was opened with a checkpoint.
    init(_ rows: FreeRows) {
        free = rows.listed
        later = rows
    }

    /// The largest gap between used rows whose rows are listed as free.
    private static let gapMax: UInt32 = 4096

    /// Starts with the free rows of a table, as far as they are near used ones.
    init(scanning rows: RowTable, below end: UInt32) {
        var expected: UInt32 = 0
        rows.forEach { row, _ in
            // A hostile file may contain far-apart rows: such a gap is not worth listing.
            if row > expected, row - expected <= Self.gapMax {
                free += expected..<row
            }
            expected = row + 1
            return free.count < Self.freeMax
        }
    }

    /// Takes a row.
    /// - Parameter end: The first row that was never used. Incremented if that row is taken.
    /// - Returns: The row, or nil if all rows are in use.
    mutating func take(end: inout UInt32) -> UInt32? {
        if hasFree, let row = free.popLast() ?? later.takeNext() {
            taken.append(row)
            return row
        }
        guard end < .max - 1 else { return nil }
        defer { end += 1 }
        return end
    }

    /// Whether there may be free rows: most entities have none.
    private var hasFree: Bool { !free.isEmpty || !later.isUsedUp }

    mutating func giveBack(_ row: UInt32) { freed.append(row) }

    /// Ends the pending change, which became a commit.
    mutating func commit(_ commit: CommitNumber) {
        // Most commits change nothing for most entities.
        if taken.isEmpty, freed.isEmpty { return }
        taken.removeAll(keepingCapacity: true)
        if !freed.isEmpty, committed.count - released < Self.freeMax {
            committed += freed.lazy.map { (commit, $0) }
        }
        freed.removeAll(keepingCapacity: true)
    }

    /// Frees the rows of all commits up to a durable one.
    mutating func release(through durable: CommitNumber) {
        if committed.isEmpty { return }
        while released < committed.count, committed[released].commit <= durable {
            if free.count < Self.freeMax { free.append(committed[released].row) }
            released += 1
        }
        // Compacted seldom, so that each row is moved about once.
        if released > committed.count / 2 {
            committed.removeFirst(released)
            released = 0
        }
    }

    /// A place in the pending change to go back to.
    struct Mark {
        fileprivate let taken: Int
        fileprivate let freed: Int

        /// The start of a change.
        static let start = Mark(taken: 0, freed: 0)
    }

    var mark: Mark { Mark(taken: taken.count, freed: freed.count) }

    /// Reverts the effects of the pending change since the mark.
    mutating func rollBack(to mark: Mark) {
        free += taken[mark.taken...].reversed()
        taken.removeSubrange(mark.taken...)
        freed.removeSubrange(mark.freed...)
    }

    /// Checks the invariants between two changes.
    /// - Parameter rows: The rows of the newest commit.
    func checkInvariants(_ rows: RowTable) throws(BrokenInvariant) {
        let listed = free + committed[released...].map(\.row)
        try Self.require(Set(listed).count == listed.count, 1, "a free row is listed twice")
        for row in listed {
            try Self.require(rows[row] == 0, 1, "row \(row) is free, and has a record")
        }
        for (former, freed) in zip(committed, committed.dropFirst()) {
            try Self.require(
                former.commit <= freed.commit, 2,
                "a row of commit \(freed.commit) comes after one of \(former.commit)")
        }
        try Self.require(
            taken.isEmpty && freed.isEmpty, 3, "\(taken.count + freed.count) rows are pending")
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        mutating func breakInvariant(_ number: Int) {
            switch number {
            case 1: free += free
            case 2: committed.append((CommitNumber(0), 99))
            default: taken.append(0)
            }
        }
    #endif
}
