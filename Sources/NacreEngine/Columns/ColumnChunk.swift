/// The ``OrderKey``s that one attribute has in the rows of one leaf of a row table. Immutable, as
/// the leaf is.
final class ColumnChunk: Sendable {
    static let capacity = Node.tableCapacity

    /// What tells the leaf from all others: where it stands, and the change that made it. A leaf of
    /// a checkpoint is older than any change, and stays mapped as long as the store is open.
    private let address: UInt64
    let born: UInt64
    /// Of each row. Where there is no object, the number means nothing.
    private let keys: [UInt64]
    /// A bit for each row that has an object.
    private let present: [UInt64]
    /// Of the objects.
    private let least: UInt64
    let most: UInt64

    /// - Parameter entries: the places in the leaf that have an object, with their keys.
    init(of leaf: Node, _ entries: [(place: Int, key: UInt64)]) {
        address = leaf.address
        born = leaf.born
        var keys = [UInt64](repeating: 0, count: Self.capacity)
        var present: [UInt64] = [0, 0]
        for (place, key) in entries {
            keys[place] = key
            present[place / 64] |= 1 << UInt64(place % 64)
        }
        self.keys = keys
        self.present = present
        least = entries.lazy.map(\.key).min() ?? .max
        most = entries.lazy.map(\.key).max() ?? 0
    }

    func isOf(_ leaf: Node) -> Bool { leaf.address == address && leaf.born == born }

    /// Which rows have a key in a range.
    /// - Parameter half: of the leaf: its first 64 rows, or the others.
    func rows(_ half: Int, in range: KeyRange) -> UInt64 {
        if range.upper < least || range.lower > most { return 0 }
        if range.lower <= least, range.upper >= most { return present[half] }
        let width = range.upper - range.lower
        var rows: UInt64 = 0
        for place in 0..<64 {
            // Below the range the difference wraps round, and is more than its width.
            let isInside = keys[half * 64 + place] &- range.lower <= width
            rows |= (isInside ? 1 : 0) << UInt64(place)
        }
        return rows & present[half]
    }

    /// Calls `body` with the keys of rows, in their order.
    /// - Parameter rows: a bit for each; those without an object do not count.
    @inline(__always)
    func forEachKey(in rows: [2 of UInt64], _ body: (UInt64) -> Void) {
        for half in 0..<2 {
            (rows[half] & present[half]).forEachBit { body(keys[half * 64 + $0]) }
        }
    }
}
