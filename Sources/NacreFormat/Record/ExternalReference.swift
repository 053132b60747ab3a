/// What stands in an object's record instead of a value over 64 KiB.
package struct ExternalReference: Sendable, Hashable {
    /// Of the value, in bytes.
    package let length: UInt64
    /// Of the external value, in a number space of their own.
    package let row: RowNumber
    /// Of the value's bytes.
    package let crc: UInt32

    package init(length: UInt64, row: RowNumber, crc: UInt32) {
        self.length = length
        self.row = row
        self.crc = crc
    }

    /// - Parameter view: the 16 bytes in the owner.
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
