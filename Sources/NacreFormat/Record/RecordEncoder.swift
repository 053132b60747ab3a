/// Appends records to a buffer. Records without attributes are encoded here, objects by
/// ``RecordBuilder``. The bytes of a record do not depend on its position.
package enum RecordEncoder {
    /// Appends a tombstone: 24 bytes.
    /// - Parameter idKey: The object's key in the id index.
    package static func appendTombstone(
        row: RowNumber, layout: LayoutID, idKey: UInt64, to buffer: ByteBuffer
    ) {
        let start = buffer.count
        buffer.appendZeros(RecordFields.size)
        buffer.append(idKey)
        finish(.tombstone, [], row, layout, nulls: 0, at: start, in: buffer)
    }

    /// Appends an external value.
    /// - Parameter crc: The value's CRC.
    package static func appendExternalValue(
        _ value: ByteView, crc: UInt32, row: RowNumber, to buffer: ByteBuffer
    ) {
        let start = buffer.count
        buffer.appendZeros(RecordFields.size)
        setHeader(
            .externalValue, [], row, .externalValue, nulls: 0,
            count: RecordFields.size + value.count, at: start, in: buffer)
        let recordCRC = buffer.read { bytes in
            RecordView.externalCRC(
                header: bytes[start..<bytes.count], valueCRC: crc, count: value.count)
        }
        buffer.set(recordCRC, at: start + RecordFields.crc.offset)
        buffer.append(value)
        buffer.pad(to: Format.alignment)
    }

    /// Fills in the header and pads the record.
    /// - Returns: The CRC.
    @discardableResult
    static func finish(
        _ kind: RecordKind, _ flags: RecordFlags, _ row: RowNumber, _ layout: LayoutID,
        nulls: UInt8, at start: Int, in buffer: ByteBuffer
    ) -> UInt32 {
        let end = buffer.count
        setHeader(kind, flags, row, layout, nulls: nulls, count: end - start, at: start, in: buffer)
        let crc = buffer.view[start + RecordFields.length.offset..<end].crc
        buffer.set(crc, at: start + RecordFields.crc.offset)
        buffer.pad(to: Format.alignment)
        return crc
    }

    /// Sets all fields of a header but the CRC.
    /// - Parameter count: The length of the record, in bytes.
    @inline(__always)
    private static func setHeader(
        _ kind: RecordKind, _ flags: RecordFlags, _ row: RowNumber, _ layout: LayoutID,
        nulls: UInt8, count: Int, at start: Int, in buffer: ByteBuffer
    ) {
        buffer.set(UInt32(count), at: start + RecordFields.length.offset)
        buffer.set(row.rawValue, at: start + RecordFields.row.offset)
        buffer.set(layout.rawValue, at: start + RecordFields.layout.offset)
        buffer.set(kind.rawValue | flags.rawValue, at: start + RecordFields.kind.offset)
        buffer.set(nulls, at: start + RecordFields.nulls.offset)
    }
}
