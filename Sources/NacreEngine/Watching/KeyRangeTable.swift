/// A table of ranges of keys, which finds those that contain a key. A range is in one or two blocks
/// of neighbouring keys: blocks of the least power of two that is not smaller than the range. So a
/// search looks at one block of each size in use, and meets only ranges that take up a good part of
/// the block.
///
/// Invariants:
/// 1. A range is in each block of its size that it reaches into.
/// 2. `counts` has the number of entries of each block size.
struct KeyRangeTable<Element: Equatable & Sendable>: Sendable {
    /// A block of 2 to the power of `level` keys.
    private struct Block: Hashable {
        let level: UInt8
        let number: UInt64
    }

    private struct Entry {
        let lower: UInt64
        let upper: UInt64
        let element: Element
    }

    private var blocks: [Block: [Entry]] = [:]
    /// The number of entries by level.
    private var counts = [Int](repeating: 0, count: Self.levelMax + 1)

    /// The level of the only block that has all keys.
    private static var levelMax: Int { UInt64.bitWidth }

    var isEmpty: Bool { blocks.isEmpty }

    /// All elements, those with several ranges or blocks more than once.
    var elements: [Element] { blocks.values.flatMap { $0.map(\.element) } }

    mutating func insert(_ range: KeyRange, _ element: Element) {
        let entry = Entry(lower: range.lower, upper: range.upper, element: element)
        for block in Self.blocks(of: range) {
            blocks[block, default: []].append(entry)
            counts[Int(block.level)] += 1
        }
    }

    /// Removes a range that was inserted.
    mutating func remove(_ range: KeyRange, _ element: Element) {
        for block in Self.blocks(of: range) {
            guard
                let place = blocks[block]?.firstIndex(where: {
                    $0.element == element && $0.lower == range.lower && $0.upper == range.upper
                })
            else { continue }
            blocks[block]?.remove(at: place)
            if blocks[block]?.isEmpty == true { blocks[block] = nil }
            counts[Int(block.level)] -= 1
        }
    }

    /// Calls `body` with the element of each range that contains a key.
    func forEach(at key: UInt64, _ body: (Element) -> Void) {
        for level in counts.indices where counts[level] > 0 {
            let block = Block(level: UInt8(level), number: key >> UInt64(level))
            for entry in blocks[block] ?? [] where entry.lower <= key && key <= entry.upper {
                body(entry.element)
            }
        }
    }

    private static func blocks(of range: KeyRange) -> [Block] {
        guard !range.isEmpty else { return [] }
        let level = UInt64.bitWidth - (range.upper - range.lower).leadingZeroBitCount
        // A shift by all bits leaves 0, the number of the only block.
        let (first, last) = (range.lower >> UInt64(level), range.upper >> UInt64(level))
        return (first...last).map { Block(level: UInt8(level), number: $0) }
    }
}
