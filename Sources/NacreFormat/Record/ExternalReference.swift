/// The reference in an object's record that replaces a value over 64 KiB.
package struct ExternalReference: Sendable, Hashable {
    /// The length of the value, in bytes.
    package let length: UInt64
    /// The row of the external value, in the rows of their own entity.
    package let row: RowNumber
    /// The CRC of the value's bytes.
    package let crc: UInt32

    package init(length: UInt64, row: RowNumber, crc: UInt32) {
        self.length = length
        self.row = row
        self.crc = crc
    }

    /// Decodes a reference.
    /// - Parameter view: The 16 bytes in the owner.
    package init(_ view: ByteView) {
        length = view.load(at: ExternalReferenceFields.length.offset)
        row = RowNumber(view.load(at: ExternalReferenceFields.row.offset))
        crc = view.load(at: ExternalReferenceFields.crc.offset)
    }

    package func encode(into buffer: ByteBuffer) {
        buffer.append(length)
        buffer.append(row.rawValue)
        buffer.append(crc)
    }
}
