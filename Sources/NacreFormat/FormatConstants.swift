// Every number of the format, in the order of Formats.md. A test reads the tables there and
// compares them with these numbers. DO NOT CHANGE A VALUE HERE: each is embedded in the files of
// every store. Each offset is computed from the previous field, so that a wrong width is noticed.

/// A field of a structure: its offset and size, in bytes.
@usableFromInline
package struct FormatField: Sendable, Equatable {
    @usableFromInline package let offset: Int
    @usableFromInline package let size: Int

    @inlinable
    package init(at offset: Int, size: Int) {
        self.offset = offset
        self.size = size
    }

    @inlinable
    package init(after field: FormatField, size: Int) {
        self.init(at: field.end, size: size)
    }

    /// The offset of the first byte after the field.
    @inlinable package var end: Int { offset + size }
}

/// Formats.md, "Conventions" and "Limits".
@usableFromInline
package enum Format {
    package static let version: UInt16 = 0
    /// Records and frames begin at multiples of this number.
    @inlinable package static var alignment: Int { 4 }

    /// Returns a number of bytes with the padding that follows them: the next multiple of
    /// ``alignment``.
    @inlinable
    package static func padded(_ size: Int) -> Int {
        (size + alignment - 1) / alignment * alignment
    }
    /// A writer ends a frame when its payload has reached this number of bytes.
    @inlinable package static var frameSizeNominal: Int { 256 << 10 }
    /// Larger values become records of their own.
    @inlinable package static var inlineValueSizeMax: Int { 64 << 10 }
    package static let valueSizeMax = 1 << 30
    package static let frameSizeMax = (1 << 30) + (1 << 20)
    @inlinable package static var segmentSizeMax: Int { 16 << 30 }
    package static let preludeSizeMax = 4096
    package static let nameSizeMax = 255
    package static let attributesMax = 1024
    /// Maximum number of indexes of an entity.
    package static let indexesMax = 64
    /// Maximum number of attributes of an index.
    package static let indexPartsMax = 8
    package static let conditionSizeMax = 4096
    /// Maximum number of full-text searches of an entity.
    package static let searchesMax = 16
    /// Maximum number of attributes of a full-text search.
    package static let searchAttributesMax = 16
    package static let searchWeightMax = 1e6
    /// Maximum number of former attributes that one attribute may continue (rename, split).
    package static let sourcesMax = 64
    /// Maximum number of stages in a pipeline.
    package static let stagesMax = 16
    package static let stageNameSizeMax = 64
    /// Precedes a number that is the version of the code that computes an attribute.
    package static let derivedStagePrefix = "derived@"
    package static let manifestSizeMax = 16 << 20
    package static let jsonDepthMax = 128

    /// Entities with names that begin so belong to the store itself.
    package static let ownEntityPrefix = "nacre."
    /// The entity with the settings of the history that the store keeps. Its presence tells every
    /// program that compaction must not drop former states unasked.
    package static let historyEntity = ownEntityPrefix + "history"
    package static let marksEntity = ownEntityPrefix + "marks"
    package static let undoneEntity = ownEntityPrefix + "undone"
    package static let erasuresEntity = ownEntityPrefix + "erasures"
    package static let consumersEntity = ownEntityPrefix + "consumers"
    package static let copiesEntity = ownEntityPrefix + "copies"

    /// The feature bits that a reader of this version knows. None is in use yet.
    package static let knownReadFeatures: UInt32 = 0
    package static let knownWriteFeatures: UInt32 = conditionalUniqueness | keptHistory
    /// The bit of stores with a schema in which values are unique among some objects only. A
    /// program that does not know it would store values that others refuse.
    package static let conditionalUniqueness: UInt32 = 1
    /// The bit of stores that keep former states. A program that does not know it would drop them
    /// in a compaction.
    package static let keptHistory: UInt32 = 2
}

/// Formats.md, "Segment header".
package enum SegmentHeaderFields {
    /// The byte 0x89 is not text in any encoding. The line ends and the ^Z reveal a transfer as
    /// text.
    package static let magic: UInt64 = 0x1A0A_0D52_4341_4E89

    @inlinable package static var magicField: FormatField { FormatField(at: 0, size: 8) }
    package static let version = FormatField(after: magicField, size: 2)
    package static let headerLength = FormatField(after: version, size: 2)
    package static let requiredToRead = FormatField(after: headerLength, size: 4)
    package static let requiredToWrite = FormatField(after: requiredToRead, size: 4)
    package static let number = FormatField(after: requiredToWrite, size: 4)
    package static let storeID = FormatField(after: number, size: 16)
    package static let salt = FormatField(after: storeID, size: 8)
    package static let created = FormatField(after: salt, size: 8)
    package static let origin = FormatField(after: created, size: 1)
    package static let zero = FormatField(after: origin, size: 7)
    package static let predecessor = FormatField(after: zero, size: 4)
    package static let predecessorChain = FormatField(after: predecessor, size: 4)
    package static let predecessorLength = FormatField(after: predecessorChain, size: 8)
    package static let lastCommitBefore = FormatField(after: predecessorLength, size: 8)
    package static let encryptionSalt = FormatField(after: lastCommitBefore, size: 32)
    package static let zero2 = FormatField(after: encryptionSalt, size: 4)
    package static let headerCRC = FormatField(after: zero2, size: 4)
    package static let size = headerCRC.end

    package static let all: [(String, FormatField)] = [
        ("magic", magicField), ("version", version), ("header length", headerLength),
        ("required to read", requiredToRead), ("required to write", requiredToWrite),
        ("segment number", number), ("store id", storeID), ("salt", salt), ("created", created),
        ("origin", origin), ("zero", zero), ("predecessor", predecessor),
        ("predecessor chain", predecessorChain), ("predecessor length", predecessorLength),
        ("last commit before", lastCommitBefore), ("encryption salt", encryptionSalt),
        ("zero", zero2), ("header CRC", headerCRC),
    ]
}

/// The origin of a segment. On disk: do not change.
@usableFromInline
package enum SegmentOrigin: UInt8, Sendable, CaseIterable {
    case log = 1
    case compacted = 2
    case recovered = 3
}

/// Formats.md, "Frame".
package enum FrameHeaderFields {
    /// The bytes "NFR" and 1.
    package static let magic: UInt32 = 0x0152_464E

    package static let magicField = FormatField(at: 0, size: 4)
    package static let kind = FormatField(after: magicField, size: 1)
    package static let flags = FormatField(after: kind, size: 1)
    package static let preludeLength = FormatField(after: flags, size: 2)
    package static let payloadLength = FormatField(after: preludeLength, size: 4)
    package static let payloadCRC = FormatField(after: payloadLength, size: 4)
    package static let salt = FormatField(after: payloadCRC, size: 8)
    package static let commit = FormatField(after: salt, size: 8)
    package static let watermark = FormatField(after: commit, size: 8)
    package static let time = FormatField(after: watermark, size: 8)
    package static let part = FormatField(after: time, size: 4)
    package static let count = FormatField(after: part, size: 4)
    package static let chain = FormatField(after: count, size: 4)
    package static let headerCRC = FormatField(after: chain, size: 4)
    package static let size = headerCRC.end

    package static let all: [(String, FormatField)] = [
        ("magic", magicField), ("kind", kind), ("flags", flags),
        ("prelude length", preludeLength), ("payload length", payloadLength),
        ("payload CRC", payloadCRC), ("salt", salt), ("commit number", commit),
        ("watermark", watermark), ("time", time), ("part", part), ("count", count),
        ("chain", chain), ("header CRC", headerCRC),
    ]
}

/// The kind of a frame's content. On disk: do not change. Readers may skip unknown kinds from 128
/// up.
@usableFromInline
package enum FrameKind: UInt8, Sendable, CaseIterable {
    case records = 1
    case layout = 2
    case open = 3
    case close = 4
    case confirm = 5
    case abort = 6
    case seal = 7
    case replaces = 8
    case compacted = 9
    case schema = 10
    /// The first of the kinds that readers pass over if they do not know them.
    case preludes = 128
}

/// The flags of a frame. On disk: do not change.
@usableFromInline
package struct FrameFlags: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The first part of a commit.
    @inlinable package static var first: FrameFlags { FrameFlags(rawValue: 1) }
    /// The last part of a commit: the commit point.
    @inlinable package static var last: FrameFlags { FrameFlags(rawValue: 2) }
    /// Reserved.
    @inlinable package static var encrypted: FrameFlags { FrameFlags(rawValue: 4) }
}

/// Formats.md, "Seal".
package enum SealFields {
    package static let firstCommit = FormatField(at: 0, size: 8)
    package static let lastCommit = FormatField(after: firstCommit, size: 8)
    package static let records = FormatField(after: lastCommit, size: 8)
    package static let tombstones = FormatField(after: records, size: 8)
    package static let digest = FormatField(after: tombstones, size: 4)
    package static let zero = FormatField(after: digest, size: 4)
    package static let size = zero.end

    package static let all: [(String, FormatField)] = [
        ("first commit", firstCommit), ("last commit", lastCommit), ("records", records),
        ("tombstones", tombstones), ("digest", digest), ("zero", zero),
    ]
}

/// Formats.md, "Run".
package enum RunFields {
    package static let commit = FormatField(at: 0, size: 8)
    package static let time = FormatField(after: commit, size: 8)
    package static let digest = FormatField(after: time, size: 8)
    package static let length = FormatField(after: digest, size: 4)
    package static let records = FormatField(after: length, size: 4)
    package static let size = records.end

    package static let all: [(String, FormatField)] = [
        ("commit number", commit), ("time", time), ("digest", digest), ("length", length),
        ("records", records),
    ]
}

/// Formats.md, "Record". Computed properties, so that they are inlined as constants into the code
/// that reads records.
@usableFromInline
package enum RecordFields {
    @inlinable package static var crc: FormatField { FormatField(at: 0, size: 4) }
    @inlinable package static var length: FormatField { FormatField(after: crc, size: 4) }
    @inlinable package static var row: FormatField { FormatField(after: length, size: 4) }
    @inlinable package static var layout: FormatField { FormatField(after: row, size: 2) }
    @inlinable package static var kind: FormatField { FormatField(after: layout, size: 1) }
    @inlinable package static var nulls: FormatField { FormatField(after: kind, size: 1) }
    @inlinable package static var size: Int { nulls.end }
    /// The id key of a tombstone, which follows the header.
    @inlinable package static var idKey: FormatField { FormatField(after: nulls, size: 8) }
    @inlinable package static var tombstoneSize: Int { idKey.end }

    package static let all: [(String, FormatField)] = [
        ("CRC", crc), ("length", length), ("row", row), ("layout", layout),
        ("kind and flags", kind), ("null bits", nulls),
    ]
}

/// The low four bits of a record's kind byte. On disk: do not change.
@usableFromInline
package enum RecordKind: UInt8, Sendable, CaseIterable {
    case put = 1
    case tombstone = 2
    case externalValue = 3
    /// Reserved.
    case patch = 4
}

/// The high four bits of a record's kind byte. On disk: do not change.
@usableFromInline
package struct RecordFlags: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The ends of variable values take 4 bytes instead of 2.
    @inlinable package static var wide: RecordFlags { RecordFlags(rawValue: 16) }
    /// The record has external bits, and at least one of them is set.
    @inlinable package static var hasExternalValues: RecordFlags { RecordFlags(rawValue: 32) }
}

/// Formats.md, "External values": the reference that the owner stores in place of the value.
package enum ExternalReferenceFields {
    package static let length = FormatField(at: 0, size: 8)
    package static let row = FormatField(after: length, size: 4)
    package static let crc = FormatField(after: row, size: 4)
    package static let size = crc.end

    package static let all: [(String, FormatField)] = [
        ("length", length), ("row", row), ("CRC", crc),
    ]
}

/// Formats.md, "LZ4 blocks": the field before the block, and the constants of its sequences.
package enum LZ4Fields {
    package static let originalLength = FormatField(at: 0, size: 4)
    package static let size = originalLength.end

    package static let all: [(String, FormatField)] = [("original length", originalLength)]

    /// The difference between a match's length and its stored number.
    static let matchSizeMin = 4
    /// Minimum number of bytes between the start of the last match and the end of the value.
    static let lastMatchDistanceMin = 12
    /// Minimum number of literals at the end of a value that has matches.
    static let lastLiteralsMin = 5
}

/// Formats.md, "Layout".
package enum LayoutFields {
    package static let id = FormatField(at: 0, size: 2)
    package static let entity = FormatField(after: id, size: 2)
    package static let attributes = FormatField(after: entity, size: 2)
    package static let nullable = FormatField(after: attributes, size: 2)
    package static let fixedEnd = FormatField(after: nullable, size: 2)
    package static let variable = FormatField(after: fixedEnd, size: 2)
    package static let idAttribute = FormatField(after: variable, size: 2)
    package static let nameLength = FormatField(after: idAttribute, size: 2)
    package static let size = nameLength.end

    package static let all: [(String, FormatField)] = [
        ("layout id", id), ("entity number", entity), ("attributes", attributes),
        ("nullable attributes", nullable), ("end of the fixed slots", fixedEnd),
        ("variable values", variable), ("id attribute", idAttribute),
        ("entity name length", nameLength),
    ]
}

/// Formats.md, "Layout": one attribute.
package enum LayoutAttributeFields {
    package static let id = FormatField(at: 0, size: 4)
    package static let type = FormatField(after: id, size: 1)
    package static let flags = FormatField(after: type, size: 1)
    package static let place = FormatField(after: flags, size: 2)
    package static let nullBit = FormatField(after: place, size: 2)
    package static let nameLength = FormatField(after: nullBit, size: 2)
    package static let pipelineLength = FormatField(after: nameLength, size: 2)
    package static let defaultLength = FormatField(after: pipelineLength, size: 2)
    package static let size = defaultLength.end
    /// The content of the null bit field of an attribute that is not nullable.
    package static let noNullBit: UInt16 = 0xFFFF

    package static let all: [(String, FormatField)] = [
        ("attribute id", id), ("stored type", type), ("flags", flags), ("place", place),
        ("null bit", nullBit), ("name length", nameLength), ("pipeline length", pipelineLength),
        ("default length", defaultLength),
    ]
}

/// The flags of an attribute in a layout. On disk: do not change.
package struct LayoutAttributeFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let nullable = LayoutAttributeFlags(rawValue: 1)
    package static let variable = LayoutAttributeFlags(rawValue: 2)
    package static let unique = LayoutAttributeFlags(rawValue: 4)
}
