/// The ``OrderKey``s of one attribute for the rows of one leaf of a row table. Immutable, as the
/// leaf is.
final class ColumnChunk: Sendable {
    static let capacity = Node.tableCapacity

    /// The address of the leaf. Together with `born`, the stamp of the change that made the leaf,
    /// it identifies the leaf. A leaf of a checkpoint is older than any change, and stays mapped as
    /// long as the store is open.
    private let address: UInt64
    let born: UInt64
    /// The key of each row. The key of a row without an object is meaningless.
    private let keys: [UInt64]
    /// A bit for each row that has an object.
    private let present: [UInt64]
    /// The smallest key of an object; ``most`` is the largest.
    private let least: UInt64
    let most: UInt64
    /// The distinct keys of the objects, each with the rows that have it; nil if there are many.
    let parts: [Part]?

    struct Part {
        let key: UInt64
        var rows: [2 of UInt64]
    }

    /// The maximum number of parts. With more keys, going through all parts takes as long as going
    /// through all rows.
    private static let partsMax = 16

    /// - Parameter entries: The places in the leaf that have an object, with their keys.
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
        parts = Self.parts(of: entries)
    }

    private static func parts(of entries: [(place: Int, key: UInt64)]) -> [Part]? {
        var parts: [Part] = []
        for (place, key) in entries {
            var number = parts.firstIndex { $0.key == key }
            if number == nil {
                if parts.count == partsMax { return nil }
                number = parts.count
                parts.append(Part(key: key, rows: [0, 0]))
            }
            if let number { parts[number].rows[place / 64] |= 1 << UInt64(place % 64) }
        }
        return parts
    }

    func isOf(_ leaf: Node) -> Bool { leaf.address == address && leaf.born == born }

    /// Returns the rows whose key is in a range, a bit for each.
    /// - Parameter half: The half of the leaf: 0 for its first 64 rows, 1 for the others.
    func rows(_ half: Int, in range: KeyRange) -> UInt64 {
        if range.upper < least || range.lower > most { return 0 }
        if range.lower <= least, range.upper >= most { return present[half] }
        let width = range.upper - range.lower
        var rows: UInt64 = 0
        for place in 0..<64 {
            // Below the range the difference wraps around and exceeds the width.
            let isInside = keys[half * 64 + place] &- range.lower <= width
            rows |= (isInside ? 1 : 0) << UInt64(place)
        }
        return rows & present[half]
    }

    /// Returns the key of a row.
    /// - Parameter place: The place in the leaf of a row that has an object.
    @inline(__always)
    func key(_ place: Int) -> UInt64 { keys[place] }

    /// Returns whether a row has an object.
    /// - Parameter place: The row's place in the leaf.
    @inline(__always)
    func hasObject(_ place: Int) -> Bool { present[place / 64] >> UInt64(place % 64) & 1 != 0 }

    /// Returns the subset of some rows that have an object.
    func present(in rows: [2 of UInt64]) -> [2 of UInt64] {
        [rows[0] & present[0], rows[1] & present[1]]
    }

    /// Calls `body` with the places of rows and their keys, in row order.
    /// - Parameter rows: A bit for each row. Rows without an object are skipped.
    @inline(__always)
    func forEach<Failure: Error>(
        in rows: [2 of UInt64], _ body: (Int, UInt64) throws(Failure) -> Void
    ) throws(Failure) {
        for half in 0..<2 {
            let rest = rows[half] & present[half]
            if rest == .max {
                for place in half * 64..<half * 64 + 64 { try body(place, keys[place]) }
                continue
            }
            try rest.forEachBit { bit throws(Failure) in
                try body(half * 64 + bit, keys[half * 64 + bit])
            }
        }
    }
}
