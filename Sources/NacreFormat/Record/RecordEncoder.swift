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
    package static func appendExternalValue(
        _ value: ByteView, row: RowNumber, to buffer: ByteBuffer
    ) {
        let start = buffer.count
        buffer.appendZeros(RecordFields.size)
        buffer.append(value)
        finish(.externalValue, [], row, .externalValue, nulls: 0, at: start, in: buffer)
    }

    /// Fills in the header and pads the record.
    /// - Returns: The CRC.
    @discardableResult
    static func finish(
        _ kind: RecordKind, _ flags: RecordFlags, _ row: RowNumber, _ layout: LayoutID,
        nulls: UInt8, at start: Int, in buffer: ByteBuffer
    ) -> UInt32 {
        let end = buffer.count
        buffer.set(UInt32(end - start), at: start + RecordFields.length.offset)
        buffer.set(row.rawValue, at: start + RecordFields.row.offset)
        buffer.set(layout.rawValue, at: start + RecordFields.layout.offset)
        buffer.set(kind.rawValue | flags.rawValue, at: start + RecordFields.kind.offset)
        buffer.set(nulls, at: start + RecordFields.nulls.offset)
        let crc = buffer.view[start + RecordFields.length.offset..<end].crc
        buffer.set(crc, at: start + RecordFields.crc.offset)
        buffer.pad(to: Format.alignment)
        return crc
    }
}
