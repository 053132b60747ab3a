/// A leaf as it stands in a checkpoint, searched in place (Formats.md, "Packed block"): of a tree,
/// entries of key and row; of a row table, words, of which the row is where they stand.
///
/// Numbers are stored as differences to the block's least, in as few whole bytes as the largest
/// difference takes.
@usableFromInline
package struct PackedBlock: Sendable {
    /// From the block's first byte to behind its top: whole words can be loaded of any number.
    @usableFromInline package let view: ByteView
    @usableFromInline package let top: PackedTop

    /// Of a block of a tree.
    package static let entriesMax = 85
    /// Of a block of rows.
    package static let wordsMax = 128

    /// - Parameters:
    ///   - top: checked by ``PackedBlocks``: its numbers are believed.
    ///   - view: from the block's first byte to behind its top.
    @inlinable @inline(__always)
    package init(_ top: PackedTop, in view: ByteView) {
        self.top = top
        self.view = view
    }

    /// The bytes of the block, with the zeros that fill it up.
    package var bytes: ByteView { view[0..<top.blockSize] }

    /// Whether its bytes are those that were written.
    package var isIntact: Bool { bytes.crc == top.crc }

    @inlinable @inline(__always)
    package var count: Int { top.count }

    /// All ones in the bytes of a width of 0 to 8.
    @inlinable @inline(__always)
    static func mask(_ width: Int) -> UInt64 { (1 << UInt64(width &* 8)) &- 1 }

    /// Where a key or a word begins, in bytes from the block's first one.
    @inlinable @inline(__always)
    package func keyOffset(_ index: Int) -> Int { index &* top.keyWidth }

    @inlinable @inline(__always)
    package func key(_ index: Int) -> UInt64 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        let offset = index &* top.keyWidth
        return top.baseKey &+ (view.load(UInt64.self, at: offset) & Self.mask(top.keyWidth))
    }

    @inlinable @inline(__always)
    package func row(_ index: Int) -> UInt32 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        let offset = count &* top.keyWidth &+ index &* top.rowWidth
        let mask = UInt32(truncatingIfNeeded: Self.mask(top.rowWidth))
        return top.baseRow &+ (view.load(UInt32.self, at: offset) & mask)
    }

    /// Calls `body` with all keys, which takes less than asking for one after another.
    @inlinable @inline(__always)
    package func forEachKey(_ body: (Int, UInt64) -> Void) {
        let (base, width, mask) = (top.baseKey, top.keyWidth, Self.mask(top.keyWidth))
        for index in 0..<count {
            body(index, base &+ (view.load(UInt64.self, at: index &* width) & mask))
        }
    }

    /// The same with the rows.
    @inlinable @inline(__always)
    package func forEachRow(_ body: (Int, UInt32) -> Void) {
        let (base, width) = (top.baseRow, top.rowWidth)
        let mask = UInt32(truncatingIfNeeded: Self.mask(width))
        let start = count &* top.keyWidth
        for index in 0..<count {
            body(index, base &+ (view.load(UInt32.self, at: start &+ index &* width) & mask))
        }
    }

    /// The word of the row `top.baseRow + index`, 0 if it has none.
    @inlinable @inline(__always)
    package func word(_ index: Int) -> UInt64 {
        guard index < count else { return 0 }
        let mask = Self.mask(top.keyWidth)
        let difference = view.load(UInt64.self, at: index &* top.keyWidth) & mask
        return difference == mask ? 0 : top.baseKey &+ difference
    }

    /// The first index whose entry is not below the one of a key and a row.
    @inlinable @inline(__always)
    package func lowerBound(key: UInt64, row: UInt32) -> Int {
        guard key >= top.baseKey else { return 0 }
        let difference = key &- top.baseKey
        // Where keys leave out no number, as those of ids often do, the key says its place.
        if difference < UInt64(count) {
            let place = Int(truncatingIfNeeded: difference)
            if self.key(place) == key, place == 0 || self.key(place &- 1) < key {
                return row <= self.row(place) ? place : searched(key, row)
            }
        }
        return searched(key, row)
    }

    @inlinable
    func searched(_ key: UInt64, _ row: UInt32) -> Int {
        var low = 0
        var length = count
        while length > 0 {
            let half = length / 2
            let middle = low &+ half
            let other = self.key(middle)
            // Both outcomes by conditional moves: a jump would be foretold wrongly half the time.
            // Rows are rarely asked.
            let isBelow = other == key ? self.row(middle) < row : other < key
            low = isBelow ? middle &+ 1 : low
            length = isBelow ? length &- half &- 1 : half
        }
        return low
    }
}
