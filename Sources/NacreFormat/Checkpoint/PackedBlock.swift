/// A leaf as it stands in a checkpoint, searched in place (Formats.md, "Packed block"): of a tree,
/// entries of key and row; of a row table, words, of which the row is where they stand.
///
/// Numbers are stored as differences to the block's least, in as few whole bytes as the largest
/// difference takes.
@usableFromInline
package struct PackedBlock: Sendable {
    /// From the block's first byte to behind its top: whole words can be loaded of any number.
    @usableFromInline let view: ByteView
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

    @inlinable @inline(__always)
    package var count: Int { top.count }

    /// All ones in the bytes of a width of 0 to 8.
    @inlinable @inline(__always)
    static func mask(_ width: Int) -> UInt64 { (1 << UInt64(width &* 8)) &- 1 }

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

    /// The word of the row `top.baseRow + index`, 0 if it has none.
    @inlinable
    package func word(_ index: Int) -> UInt64 {
        guard index < count else { return 0 }
        let mask = Self.mask(top.keyWidth)
        let difference = view.load(UInt64.self, at: index &* top.keyWidth) & mask
        return difference == mask ? 0 : top.baseKey &+ difference
    }

    /// The first index whose entry is not below the one of a key and a row.
    @inlinable
    package func lowerBound(key: UInt64, row: UInt32) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low &+ high) / 2
            let other = self.key(middle)
            if other < key || (other == key && self.row(middle) < row) {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return low
    }
}
