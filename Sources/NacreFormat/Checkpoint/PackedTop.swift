/// What a checkpoint says of a packed block beside its numbers (Formats.md, "Packed block"). The
/// tops of a section stand together, so that they are read and checked in one go, those of rows
/// when a store is opened, and no block is touched.
@usableFromInline
package struct PackedTop: Sendable, Hashable {
    /// The least key; in a block of rows the least word.
    @usableFromInline package var baseKey: UInt64
    /// The least row; in a block of rows the row of the first word.
    @usableFromInline package var baseRow: UInt32
    /// Of the first entry, or word.
    @usableFromInline package var firstRow: UInt32
    /// From the block's first byte to that of its top, in units of ``PackedTopFields/alignment``.
    @usableFromInline var distance: UInt32
    @usableFromInline package var count: Int
    @usableFromInline var keyWidth: Int
    @usableFromInline var rowWidth: Int
    /// Of the block's bytes.
    @usableFromInline package var crc: UInt32

    /// A top that was checked, or is about to be.
    /// - Parameter view: of at least ``PackedTopFields/size`` bytes behind the offset.
    @inlinable @inline(__always)
    package init(_ view: ByteView, at offset: Int = 0) {
        // SAFETY: one look at the bounds serves all fields, which end where the top does.
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

    /// From the block's first byte to that of its top, in bytes.
    @inlinable @inline(__always)
    package var bytesToBlock: Int { Int(distance) &* PackedTopFields.alignment }

    /// Of the block, in bytes: a multiple of 8.
    @inlinable package var blockSize: Int {
        // None of them has more than 16 bits.
        (count &* (keyWidth &+ rowWidth) &+ 7) & ~7
    }

    /// Whether another top says the same of its block: what the numbers in it are differences to,
    /// and how wide they are.
    package func isAlike(_ other: PackedTop) -> Bool {
        baseKey == other.baseKey && baseRow == other.baseRow && firstRow == other.firstRow
            && count == other.count && keyWidth == other.keyWidth && rowWidth == other.rowWidth
    }

    /// No key of the block is above this, and none of its words.
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
