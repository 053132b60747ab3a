// The numbers of checkpoints. As in FormatConstants.swift, DO NOT CHANGE A VALUE HERE without
// changing the version in the header: readers skip a checkpoint of an unknown version.

/// Formats.md, "Checkpoint header".
package enum CheckpointHeaderFields {
    /// The magic of a segment with another fifth byte.
    package static let magic: UInt64 = 0x1A0A_0D4B_4341_4E89
    /// Version 0 had the tops of blocks before their numbers, and no indexes. Version 1 had one
    /// checksum over all blocks of a section.
    package static let version: UInt16 = 2

    package static let magicField = FormatField(at: 0, size: 8)
    package static let versionField = FormatField(after: magicField, size: 2)
    package static let headerLength = FormatField(after: versionField, size: 2)
    package static let sections = FormatField(after: headerLength, size: 4)
    package static let storeID = FormatField(after: sections, size: 16)
    package static let commit = FormatField(after: storeID, size: 8)
    package static let time = FormatField(after: commit, size: 8)
    package static let digest = FormatField(after: time, size: 8)
    package static let position = FormatField(after: digest, size: 8)
    package static let lastFrame = FormatField(after: position, size: 8)
    package static let salt = FormatField(after: lastFrame, size: 8)
    package static let chain = FormatField(after: salt, size: 4)
    package static let directoryCRC = FormatField(after: chain, size: 4)
    package static let summary = FormatField(after: directoryCRC, size: SealFields.size)
    package static let keyProbe = FormatField(after: summary, size: 8)
    package static let fileLength = FormatField(after: keyProbe, size: 8)
    package static let zero = FormatField(after: fileLength, size: 12)
    package static let headerCRC = FormatField(after: zero, size: 4)
    package static let size = headerCRC.end

    package static let all: [(String, FormatField)] = [
        ("magic", magicField), ("version", versionField), ("header length", headerLength),
        ("sections", sections), ("store id", storeID), ("commit number", commit), ("time", time),
        ("digest", digest), ("log position", position), ("last frame", lastFrame), ("salt", salt),
        ("chain", chain), ("directory CRC", directoryCRC), ("segment summary", summary),
        ("key probe", keyProbe), ("file length", fileLength), ("zero", zero),
        ("header CRC", headerCRC),
    ]
}

/// Formats.md, "Checkpoint section": an entry of the directory.
package enum CheckpointSectionFields {
    package static let kind = FormatField(at: 0, size: 2)
    package static let entity = FormatField(after: kind, size: 2)
    package static let number = FormatField(after: entity, size: 4)
    package static let entries = FormatField(after: number, size: 8)
    package static let blocks = FormatField(after: entries, size: 8)
    package static let offset = FormatField(after: blocks, size: 8)
    package static let length = FormatField(after: offset, size: 8)
    package static let crc = FormatField(after: length, size: 4)
    package static let zero = FormatField(after: crc, size: 4)
    package static let size = zero.end

    package static let all: [(String, FormatField)] = [
        ("kind", kind), ("entity number", entity), ("number", number), ("entries", entries),
        ("blocks", blocks), ("offset", offset), ("length", length), ("CRC", crc), ("zero", zero),
    ]
}

/// The content of a section. On disk: do not change.
@usableFromInline
package enum CheckpointSectionKind: UInt16, Sendable, CaseIterable {
    /// The schemas and layouts.
    case catalog = 1
    /// The segments that the checkpoint covers.
    case segments = 2
    /// The positions of an entity's records by row.
    case rows = 3
    /// The rows of an entity's objects by id key.
    case ids = 4
    /// The rows by the keys of a unique attribute.
    case unique = 5
    /// The rows by the order keys of an index's attributes.
    case index = 6
    /// The runs of an index for full-text searches.
    case search = 7
}

/// Formats.md, "Covered segment".
package enum CoveredSegmentFields {
    package static let number = FormatField(at: 0, size: 4)
    package static let zero = FormatField(after: number, size: 4)
    package static let length = FormatField(after: zero, size: 8)
    package static let records = FormatField(after: length, size: 8)
    package static let liveRecords = FormatField(after: records, size: 8)
    package static let liveBytes = FormatField(after: liveRecords, size: 8)
    package static let tombstones = FormatField(after: liveBytes, size: 8)
    package static let size = tombstones.end

    package static let all: [(String, FormatField)] = [
        ("segment number", number), ("zero", zero), ("length", length),
        ("records", records), ("live records", liveRecords), ("live bytes", liveBytes),
        ("tombstones", tombstones),
    ]
}

/// Formats.md, "Named run".
package enum NamedRunFields {
    package static let number = FormatField(at: 0, size: 4)
    package static let checksum = FormatField(after: number, size: 4)
    package static let length = FormatField(after: checksum, size: 8)
    package static let size = length.end

    package static let all: [(String, FormatField)] = [
        ("run number", number), ("checksum", checksum), ("size", length),
    ]
}

/// Formats.md, "Packed block": the top of a block. The tops follow all blocks of their section.
@usableFromInline
package enum PackedTopFields {
    @inlinable package static var key: FormatField { FormatField(at: 0, size: 8) }
    @inlinable package static var row: FormatField { FormatField(after: key, size: 4) }
    @inlinable package static var firstRow: FormatField { FormatField(after: row, size: 4) }
    @inlinable package static var distance: FormatField { FormatField(after: firstRow, size: 4) }
    @inlinable package static var count: FormatField { FormatField(after: distance, size: 2) }
    @inlinable package static var keyWidth: FormatField { FormatField(after: count, size: 1) }
    @inlinable package static var rowWidth: FormatField { FormatField(after: keyWidth, size: 1) }
    @inlinable package static var crc: FormatField { FormatField(after: rowWidth, size: 4) }
    /// Zero in the file. In memory, readers mark here that they have checked the block.
    @inlinable package static var zero: FormatField { FormatField(after: crc, size: 4) }
    @inlinable package static var size: Int { zero.end }

    package static let all: [(String, FormatField)] = [
        ("base key", key), ("base row", row), ("first row", firstRow), ("distance", distance),
        ("entries", count), ("key width", keyWidth), ("row width", rowWidth), ("CRC", crc),
        ("zero", zero),
    ]

    /// Blocks and tops begin at multiples of this number, which is also the unit of distances.
    @inlinable package static var alignment: Int { 8 }
    /// Maximum size of a section's blocks in bytes, limited by the range of distances.
    package static let reach = Int(UInt32.max) * alignment
}
