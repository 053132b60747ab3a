/// A leaf in a checkpoint, searched in place (Formats.md, "Packed block"). A block of a tree has
/// entries of key and row. A block of a row table has words, whose rows are given by their places.
///
/// Numbers are stored as differences from the block's smallest one, in as few whole bytes as the
/// largest difference takes.
@usableFromInline
package struct PackedBlock: Sendable {
    /// The bytes from the block's first one to the end of its top, so that every number can be
    /// loaded as a whole word.
    @usableFromInline package let view: ByteView
    @usableFromInline package let top: PackedTop

    /// Maximum number of entries in a block of a tree.
    package static let entriesMax = 85
    /// Maximum number of words in a block of rows.
    package static let wordsMax = 128

    /// Makes a block.
    /// - Parameters:
    ///   - top: The block's top, checked by ``PackedBlocks``. Its numbers are trusted.
    ///   - view: The bytes from the block's first one to the end of its top.
    @inlinable @inline(__always)
    package init(_ top: PackedTop, in view: ByteView) {
        self.top = top
        self.view = view
    }

    /// The bytes of the block, including the zeros at its end.
    package var bytes: ByteView { view[0..<top.blockSize] }

    /// Whether the bytes match their checksum.
    package var isIntact: Bool { bytes.crc == top.crc }

    @inlinable @inline(__always)
    package var count: Int { top.count }

    /// Returns a mask of the lowest `width` bytes, from 0 to 8.
    @inlinable @inline(__always)
    static func mask(_ width: Int) -> UInt64 { (1 << UInt64(width &* 8)) &- 1 }

    /// Returns the offset of a key or a word from the block's first byte.
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

    /// Calls `body` with all keys, which is faster than getting each one.
    @inlinable @inline(__always)
    package func forEachKey(_ body: (Int, UInt64) -> Void) {
        let (base, width, mask) = (top.baseKey, top.keyWidth, Self.mask(top.keyWidth))
        for index in 0..<count {
            body(index, base &+ (view.load(UInt64.self, at: index &* width) & mask))
        }
    }

    /// Calls `body` with all rows, which is faster than getting each one.
    @inlinable @inline(__always)
    package func forEachRow(_ body: (Int, UInt32) -> Void) {
        let (base, width) = (top.baseRow, top.rowWidth)
        let mask = UInt32(truncatingIfNeeded: Self.mask(width))
        let start = count &* top.keyWidth
        for index in 0..<count {
            body(index, base &+ (view.load(UInt32.self, at: start &+ index &* width) & mask))
        }
    }

    /// Returns the word of the row `top.baseRow + index`, 0 if it has none.
    @inlinable @inline(__always)
    package func word(_ index: Int) -> UInt64 {
        guard index < count else { return 0 }
        let mask = Self.mask(top.keyWidth)
        let difference = view.load(UInt64.self, at: index &* top.keyWidth) & mask
        return difference == mask ? 0 : top.baseKey &+ difference
    }

    /// Returns the first index whose entry is not below the one of a key and a row.
    @inlinable @inline(__always)
    package func lowerBound(key: UInt64, row: UInt32) -> Int {
        guard key >= top.baseKey else { return 0 }
        let difference = key &- top.baseKey
        // If the keys are consecutive numbers, as ids often are, the key determines its place.
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
            // Both outcomes by conditional moves, because a branch would be mispredicted half the
            // time. Rows are rarely needed.
            let isBelow = other == key ? self.row(middle) < row : other < key
            low = isBelow ? middle &+ 1 : low
            length = isBelow ? length &- half &- 1 : half
        }
        return low
    }
}
