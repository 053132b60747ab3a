/// Which rows have a key, of entries that are on their way into the tree of a unique index, or out
/// of it: so the next object is looked for here, and none of them has to go there by itself.
///
/// A hash table with open addressing. Keys may be anybody's numbers, in any pattern, so that they
/// are mixed with a number that differs from table to table.
struct KeyTable {
    /// A power of two of them, at most half of them in use.
    private var slots: [TreeEntry] = []
    private var count = 0
    private var shift = 0
    private let seed = UInt64.random(in: .min ... .max)

    /// No object has this row (``RowAllocator``).
    private static let free = TreeEntry(key: 0, row: .max)
    private static let slotsMin = 16
    /// A larger table is not kept for the next change.
    private static let keptMax = 1 << 13

    var isEmpty: Bool { count == 0 }

    mutating func insert(_ entry: TreeEntry) {
        if 2 * (count + 1) > slots.count { grow() }
        place(entry)
        count += 1
    }

    private mutating func place(_ entry: TreeEntry) {
        var place = home(entry.key)
        while slots[place].row != .max { place = next(place) }
        slots[place] = entry
    }

    private mutating func grow() {
        let entries = slots
        let size = max(2 * slots.count, Self.slotsMin)
        slots = Array(repeating: Self.free, count: size)
        shift = UInt64.bitWidth - size.trailingZeroBitCount
        for entry in entries where entry.row != .max { place(entry) }
    }

    mutating func removeAll() {
        guard count > 0 else { return }
        count = 0
        if slots.count > Self.keptMax {
            slots = []
        } else {
            for place in slots.indices { slots[place] = Self.free }
        }
    }

    /// The rows of a key, one after another: nil behind the last one.
    /// - Parameter place: nil at first, then where the search stands.
    func nextRow(of key: UInt64, _ place: inout Int?) -> UInt32? {
        guard count > 0 else { return nil }
        var slot = place.map { next($0) } ?? home(key)
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
        while let row = nextRow(of: entry.key, &place), row != entry.row {}
        return place.map { slots[$0] == entry } ?? false
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
