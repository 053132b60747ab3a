/// Which rows have a key, of entries that are on their way into the tree of a unique index, or out
/// of it: so the next object is looked for here, and none of them has to go there by itself.
///
/// Keys that come in ascending order, as those of ids often do, stand in that order. The others are
/// in a hash table with open addressing. They may be anybody's numbers, in any pattern, so that
/// they are mixed with a number that differs from table to table.
struct KeyTable {
    /// Ascending, no key twice.
    private var ordered: [TreeEntry] = []
    /// A power of two of them, at most half of them in use.
    private var slots: [TreeEntry] = []
    private var hashedCount = 0
    private var shift = 0
    /// Drawn when it is first needed: a store has two tables an index, and most stay empty.
    private var seed: UInt64 = 0

    /// No object has this row (``RowAllocator``).
    private static let free = TreeEntry(key: 0, row: .max)
    private static let slotsMin = 16
    /// A larger table is not kept for the next change.
    private static let keptMax = 1 << 13

    /// Where a search stands that has found a key among those in order.
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

    /// The rows of a key, one after another: nil behind the last one.
    /// - Parameter place: nil at first, then where the search stands.
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
        // Each multiplication carries bits upwards, and what is between them takes those down.
        var hash = (key ^ seed) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        hash &*= 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: hash >> UInt64(shift))
    }

    private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
