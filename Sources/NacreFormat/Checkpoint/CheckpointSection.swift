/// An entry of a checkpoint's directory: the content of a part of the file, and its checksum.
package struct CheckpointSection: Sendable, Hashable {
    package var kind: CheckpointSectionKind
    package var entity: EntityNumber
    /// A number whose meaning depends on the kind. For rows, the first row that was never used. For
    /// a unique attribute, its id. For an index or a search, its ordinal in the schema. Otherwise
    /// 0.
    package var number: UInt32
    /// The number of entries for trees, of rows in use for rows, otherwise of items.
    package var entries: Int
    /// The number of blocks of trees and rows; otherwise 0.
    package var blocks: Int
    /// The offset in the file.
    package var offset: Int
    package var length: Int
    package var crc: UInt32

    package init(
        _ kind: CheckpointSectionKind, entity: EntityNumber, number: UInt32, entries: Int,
        blocks: Int, offset: Int, length: Int, crc: UInt32
    ) {
        self.kind = kind
        self.entity = entity
        self.number = number
        self.entries = entries
        self.blocks = blocks
        self.offset = offset
        self.length = length
        self.crc = crc
    }

    package var range: Range<Int> { offset..<offset + length }

    /// The bytes that the checksum covers. For blocks these are their tops, which contain checksums
    /// of the blocks.
    package var checkedRange: Range<Int> {
        let (size, overflows) = blocks.multipliedReportingOverflow(by: PackedTopFields.size)
        guard kind.hasBlocks, !overflows, size <= length else { return range }
        return range.upperBound - size..<range.upperBound
    }

    func encode(into buffer: ByteBuffer) {
        buffer.append(kind.rawValue)
        buffer.append(entity.rawValue)
        buffer.append(number)
        buffer.append(UInt64(entries))
        buffer.append(UInt64(blocks))
        buffer.append(UInt64(offset))
        buffer.append(UInt64(length))
        buffer.append(crc)
        buffer.append(UInt32(0))
    }

    package static func decode(
        _ reader: inout ByteReader
    ) throws(FormatError) -> CheckpointSection {
        let code: UInt16 = try reader.read("kind")
        guard let kind = CheckpointSectionKind(rawValue: code) else {
            throw reader.error(.badValue, "kind", expected: "1 to 7", found: "\(code)")
        }
        let entity = EntityNumber(try reader.read("entity number"))
        let number: UInt32 = try reader.read("number")
        let entries = try number64("entries", &reader)
        let blocks = try number64("blocks", &reader)
        let offset = try number64("offset", &reader)
        let length = try number64("length", &reader)
        let crc: UInt32 = try reader.read("CRC")
        try reader.zeros(4)
        return CheckpointSection(
            kind, entity: entity, number: number, entries: entries, blocks: blocks,
            offset: offset, length: length, crc: crc)
    }

    /// Reads a number below 2^48, so that adding two of them cannot overflow.
    private static func number64(
        _ field: String, _ reader: inout ByteReader
    ) throws(FormatError) -> Int {
        let number: UInt64 = try reader.read(field)
        guard number < 1 << 48 else {
            throw reader.error(.badValue, field, expected: "below 2^48", found: "\(number)")
        }
        return Int(number)
    }

    /// Returns the section's bytes after checking its checksum.
    /// - Parameter file: The whole file.
    package func checked(in file: ByteView) throws(FormatError) -> ByteView {
        let found = file[checkedRange].crc
        guard found == crc else {
            throw FormatError(
                .badChecksum, structure: "checkpoint section", field: "CRC",
                offset: checkedRange.lowerBound, expected: found.hex, found: crc.hex)
        }
        return file[range]
    }
}

extension CheckpointSectionKind {
    /// Whether a section of this kind consists of packed blocks.
    package var hasBlocks: Bool {
        switch self {
        case .catalog, .segments, .search: false
        case .rows, .ids, .unique, .index: true
        }
    }

    /// The content of its blocks, if it has any.
    package var content: PackedBlocks.Content { self == .rows ? .rows : .tree }

    /// Whether its blocks are the leaves of a tree.
    package var isOfTree: Bool { hasBlocks && self != .rows }
}
