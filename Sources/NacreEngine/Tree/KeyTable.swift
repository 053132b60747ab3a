/// A table from keys to rows, for entries waiting to be added to the tree of a unique index or
/// removed from it. Lookups for the next object use this table, so entries need not be applied to
/// the tree individually.
///
/// Keys that arrive in ascending order, as ids often do, are kept in an ordered array. The others
/// are in a hash table with open addressing. Keys may be chosen by an adversary, so the hash mixes
/// them with a seed that differs from table to table.
///
/// Invariants:
/// 1. The keys of `ordered` ascend, each once.
/// 2. The number of slots is 0 or a power of two, and at most half of them are in use.
/// 3. No slot is free between an entry's home and its slot.
struct KeyTable: InvariantHolder {
    /// Entries with ascending keys, without duplicates.
    private var ordered: [TreeEntry] = []
    /// The hash slots: a power of two, at most half of them in use.
    private var slots: [TreeEntry] = []
    private var hashedCount = 0
    private var shift = 0
    /// The hash seed, drawn lazily: a store has two tables per index, and most stay empty.
    private var seed: UInt64 = 0

    /// A free slot. No object has this row (``RowAllocator``).
    private static let free = TreeEntry(key: 0, row: .max)
    private static let slotsMin = 16
    /// The maximum size of a table that is kept for the next change.
    private static let keptMax = 1 << 13

    /// The search position after a key was found in the ordered array.
    private static let inOrder = -1

    var isEmpty: Bool { ordered.isEmpty && hashedCount == 0 }

    mutating func insert(_ entry: TreeEntry) {
        if ordered.last.map({ $0.key < entry.key }) ?? true { return ordered.append(entry) }
        if 2 * (hashedCount + 1) > slots.count { grow() }
        place(entry)
        hashedCount += 1
    }

    private mutating func place(_ entry: TreeEntry) {
        var place = home(entry.key)
        while slots[place].row != .max { place = next(place) }
        slots[place] = entry
    }

    private mutating func grow() {
        let entries = slots
        if entries.isEmpty { seed = .random(in: .min ... .max) }
        let size = max(2 * slots.count, Self.slotsMin)
        slots = Array(repeating: Self.free, count: size)
        shift = UInt64.bitWidth - size.trailingZeroBitCount
        for entry in entries where entry.row != .max { place(entry) }
    }

    mutating func removeAll() {
        ordered.removeAll(keepingCapacity: ordered.count <= Self.keptMax)
        guard hashedCount > 0 else { return }
        hashedCount = 0
        if slots.count > Self.keptMax {
            slots = []
        } else {
            for place in slots.indices { slots[place] = Self.free }
        }
    }

    /// Returns the next row of a key, or nil after the last one.
    /// - Parameter place: The search position, nil at first.
    func nextRow(of key: UInt64, _ place: inout Int?) -> UInt32? {
        if place == nil, let found = ordered.place(ofKey: key) {
            place = Self.inOrder
            return ordered[found].row
        }
        guard hashedCount > 0 else { return nil }
        var slot = place.flatMap { $0 == Self.inOrder ? nil : next($0) } ?? home(key)
        while slots[slot].row != .max {
            if slots[slot].key == key {
                place = slot
                return slots[slot].row
            }
            slot = next(slot)
        }
        return nil
    }

    func contains(_ entry: TreeEntry) -> Bool {
        var place: Int?
        while let row = nextRow(of: entry.key, &place) {
            if row == entry.row { return true }
        }
        return false
    }

    private func home(_ key: UInt64) -> Int {
        // Multiplication carries bits upwards. The shift and XOR between bring high bits down.
        var hash = (key ^ seed) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        hash &*= 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: hash >> UInt64(shift))
    }

    private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

    func checkInvariants() throws(BrokenInvariant) {
        for (former, entry) in zip(ordered, ordered.dropFirst()) {
            try Self.require(
                former.key < entry.key, 1, "key \(entry.key) comes after \(former.key)")
        }
        let used = slots.filter { $0.row != .max }
        try Self.require(
            slots.isEmpty || slots.count.nonzeroBitCount == 1, 2, "\(slots.count) slots")
        try Self.require(
            used.count == hashedCount && 2 * used.count <= slots.count, 2,
            "\(used.count) of \(slots.count) slots are in use, \(hashedCount) are counted")
        for entry in used {
            try Self.require(contains(entry), 3, "key \(entry.key) is not found")
        }
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        mutating func breakInvariant(_ number: Int) {
            switch number {
            case 1: ordered.reverse()
            case 2: hashedCount += 1
            default: seed = ~seed
            }
        }
    #endif
}
