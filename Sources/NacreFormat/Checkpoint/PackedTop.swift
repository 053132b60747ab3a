/// The description of a packed block, apart from its numbers (Formats.md, "Packed block"). The tops
/// of a section are contiguous, so that they are read and checked in one go, those of rows when a
/// store is opened, without reading any block.
@usableFromInline
package struct PackedTop: Sendable, Hashable {
    /// The smallest key; in a block of rows, the smallest word.
    @usableFromInline package var baseKey: UInt64
    /// The smallest row; in a block of rows, the row of the first word.
    @usableFromInline package var baseRow: UInt32
    /// The row of the first entry or word.
    @usableFromInline package var firstRow: UInt32
    /// The distance from the block's first byte to that of its top, in units of
    /// ``PackedTopFields/alignment``.
    @usableFromInline var distance: UInt32
    @usableFromInline package var count: Int
    @usableFromInline var keyWidth: Int
    @usableFromInline var rowWidth: Int
    /// The CRC of the block's bytes.
    @usableFromInline package var crc: UInt32

    /// Reads a top, which was checked or is about to be.
    /// - Parameter view: A view with at least ``PackedTopFields/size`` bytes from the offset on.
    @inlinable @inline(__always)
    package init(_ view: ByteView, at offset: Int = 0) {
        // SAFETY: one bound check covers all fields, because they end where the top does.
        let top = unsafe view.pointer(at: offset, count: PackedTopFields.size)
        typealias Fields = PackedTopFields
        baseKey = unsafe UInt64(
            littleEndian: top.loadUnaligned(fromByteOffset: Fields.key.offset, as: UInt64.self))
        baseRow = unsafe UInt32(
            littleEndian: top.loadUnaligned(fromByteOffset: Fields.row.offset, as: UInt32.self))
        firstRow = unsafe UInt32(
            littleEndian: top.loadUnaligned(
                fromByteOffset: Fields.firstRow.offset, as: UInt32.self))
        distance = unsafe UInt32(
            littleEndian: top.loadUnaligned(
                fromByteOffset: Fields.distance.offset, as: UInt32.self))
        let entries = unsafe top.loadUnaligned(
            fromByteOffset: Fields.count.offset, as: UInt16.self)
        count = Int(UInt16(littleEndian: entries))
        keyWidth = unsafe Int(top.load(fromByteOffset: Fields.keyWidth.offset, as: UInt8.self))
        rowWidth = unsafe Int(top.load(fromByteOffset: Fields.rowWidth.offset, as: UInt8.self))
        crc = unsafe UInt32(
            littleEndian: top.loadUnaligned(fromByteOffset: Fields.crc.offset, as: UInt32.self))
    }

    init(
        baseKey: UInt64, baseRow: UInt32, firstRow: UInt32, count: Int, keyWidth: Int, rowWidth: Int
    ) {
        self.baseKey = baseKey
        self.baseRow = baseRow
        self.firstRow = firstRow
        distance = 0
        self.count = count
        self.keyWidth = keyWidth
        self.rowWidth = rowWidth
        crc = 0
    }

    /// The distance from the block's first byte to that of its top, in bytes.
    @inlinable @inline(__always)
    package var bytesToBlock: Int { Int(distance) &* PackedTopFields.alignment }

    /// The size of the block in bytes, a multiple of 8.
    @inlinable package var blockSize: Int {
        // Each factor has at most 16 bits, so nothing overflows.
        (count &* (keyWidth &+ rowWidth) &+ 7) & ~7
    }

    /// Whether another top describes its block in the same way: with the same bases and widths.
    package func isAlike(_ other: PackedTop) -> Bool {
        baseKey == other.baseKey && baseRow == other.baseRow && firstRow == other.firstRow
            && count == other.count && keyWidth == other.keyWidth && rowWidth == other.rowWidth
    }

    /// An upper bound of the block's keys or words.
    @inlinable @inline(__always)
    package var keyBound: UInt64 {
        let (bound, overflows) = baseKey.addingReportingOverflow(PackedBlock.mask(keyWidth))
        return overflows ? .max : bound
    }

    func encode(into buffer: ByteBuffer, blockAt place: Int, topAt end: Int) {
        buffer.append(baseKey)
        buffer.append(baseRow)
        buffer.append(firstRow)
        buffer.append(UInt32(truncatingIfNeeded: (end - place) / PackedTopFields.alignment))
        buffer.append(UInt16(count))
        buffer.append(UInt8(keyWidth))
        buffer.append(UInt8(rowWidth))
        buffer.append(crc)
        buffer.append(UInt32(0))
    }
}
