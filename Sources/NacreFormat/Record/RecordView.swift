/// One record, read in place. Made only by ``read(_:at:origin:)``, which checks it, and by
/// ``init(trusted:)``. Slots are loaded without decoding the object.
@usableFromInline
package struct RecordView: Sendable {
    /// The record's bytes, with the header and without padding.
    @usableFromInline package let bytes: ByteView

    /// Makes a view of a record at a known position, without checks.
    /// - Parameter bytes: The bytes from the record's first one on.
    @inlinable
    package init(trusted bytes: ByteView) {
        let length = Int(bytes.load(UInt32.self, at: RecordFields.length.offset))
        self.bytes = bytes[0..<length]
    }

    /// Decodes the record at `offset` of a group and checks its header and its CRC.
    /// - Parameters:
    ///   - group: The records of a frame or run.
    ///   - origin: The offset of the group in its file, for errors.
    package static func read(
        _ group: ByteView, at offset: Int, origin: Int
    ) throws(FormatError) -> RecordView {
        var reader = ByteReader(
            group[offset..<group.count], structure: "record", origin: origin + offset)
        let crc: UInt32 = try reader.read("CRC")
        let length = Int(try reader.read("length", as: UInt32.self))
        guard length >= RecordFields.size, length <= group.count - offset else {
            throw reader.error(
                .badValue, "length",
                expected: "\(RecordFields.size) to \(group.count - offset)", found: "\(length)")
        }
        let record = RecordView(trusted: group[offset..<group.count])
        let padded = record.paddedLength
        guard padded <= group.count - offset,
            group[offset + length..<offset + padded].isZero
        else {
            throw reader.error(
                .badValue, "padding", expected: "zeros to a multiple of \(Format.alignment)",
                found: "other bytes")
        }
        guard record.kind != nil else {
            throw reader.error(
                .unsupported, "kind", expected: "1, 2 or 3",
                found: "\(record.bytes[RecordFields.kind.offset])")
        }
        let computed = record.computedCRC
        guard computed == crc else {
            throw reader.error(.badChecksum, "CRC", expected: computed.hex, found: crc.hex)
        }
        return record
    }

    /// The length with padding, in bytes: the distance to the next record of the group.
    @inlinable
    package var paddedLength: Int {
        Format.padded(bytes.count)
    }

    @inlinable package var storedCRC: UInt32 { bytes.load(at: RecordFields.crc.offset) }

    package var computedCRC: UInt32 {
        bytes[RecordFields.length.offset..<bytes.count].crc
    }

    @inlinable package var row: RowNumber {
        RowNumber(bytes.load(at: RecordFields.row.offset))
    }

    @inlinable package var layout: LayoutID {
        LayoutID(bytes.load(at: RecordFields.layout.offset))
    }

    package var kind: RecordKind? {
        let kind = RecordKind(rawValue: bytes[RecordFields.kind.offset] & 15)
        return kind == .patch ? nil : kind
    }

    @inlinable package var flags: RecordFlags {
        RecordFlags(rawValue: bytes[RecordFields.kind.offset] & 0xF0)
    }

    /// The id key of the deleted object, in a tombstone.
    package var idKey: UInt64 { bytes.load(at: RecordFields.idKey.offset) }

    /// The value, in an external value.
    package var externalValue: ByteView { bytes[RecordFields.size..<bytes.count] }

    /// Whether the CRC of an external value's record follows from the CRC of its value. Does not
    /// read the value.
    package func hasExternalValue(withCRC crc: UInt32) -> Bool {
        storedCRC == Self.externalCRC(header: bytes, valueCRC: crc, count: externalValue.count)
    }

    /// Returns the CRC of an external value's record.
    /// - Parameters:
    ///   - header: The record's bytes, or only its header.
    ///   - valueCRC: The CRC of the value.
    ///   - count: The number of bytes of the value.
    static func externalCRC(header: ByteView, valueCRC: UInt32, count: Int) -> UInt32 {
        let fields = header[RecordFields.length.offset..<RecordFields.size]
        return CRC32C.joined(fields.crc, valueCRC, count: count)
    }

    /// Whether the null bit at a place given by the layout is set.
    @inlinable
    package func isNull(at place: (offset: Int, mask: UInt8)) -> Bool {
        bytes[place.offset] & place.mask != 0
    }

    /// Returns a variable value's bytes, or the reference to them if it is external.
    package func variable(_ index: Int, _ layout: Layout) -> ByteView {
        let flags = flags
        let start = layout.valuesOffset(flags)
        let from = index == 0 ? 0 : end(index - 1, layout, flags)
        return bytes[start + from..<start + end(index, layout, flags)]
    }

    private func end(_ index: Int, _ layout: Layout, _ flags: RecordFlags) -> Int {
        flags.contains(.wide)
            ? Int(bytes.load(UInt32.self, at: layout.endsOffset + index * 4))
            : Int(bytes.load(UInt16.self, at: layout.endsOffset + index * 2))
    }

    /// Whether a variable value is in a record of its own.
    package func isExternal(_ index: Int, _ layout: Layout) -> Bool {
        let flags = flags
        guard flags.contains(.hasExternalValues) else { return false }
        let bits = layout.endsOffset + layout.variableCount * (flags.contains(.wide) ? 4 : 2)
        return bytes[bits + index / 8] & (1 << UInt8(index % 8)) != 0
    }
}
