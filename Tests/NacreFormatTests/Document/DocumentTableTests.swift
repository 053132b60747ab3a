import NacreFormat
import NacreTestSupport
import Testing

/// The tables of Formats.md agree with the code: names, offsets, sizes, numbers.
@Suite struct DocumentTableTests {
    private let document: FormatsDocument

    init() throws {
        document = try FormatsDocument()
    }

    @Test(arguments: [
        ("Segment header", SegmentHeaderFields.all, SegmentHeaderFields.size),
        ("Frame", FrameHeaderFields.all, FrameHeaderFields.size),
        ("Seal", SealFields.all, SealFields.size),
        ("Run", RunFields.all, RunFields.size),
        ("Record", RecordFields.all, RecordFields.size),
        ("External values", ExternalReferenceFields.all, ExternalReferenceFields.size),
        ("LZ4 blocks", LZ4Fields.all, LZ4Fields.size),
        ("Layout", LayoutFields.all, LayoutFields.size),
        ("Layout attribute", LayoutAttributeFields.all, LayoutAttributeFields.size),
        ("Checkpoint header", CheckpointHeaderFields.all, CheckpointHeaderFields.size),
        ("Checkpoint section", CheckpointSectionFields.all, CheckpointSectionFields.size),
        ("Covered segment", CoveredSegmentFields.all, CoveredSegmentFields.size),
        ("Named run", NamedRunFields.all, NamedRunFields.size),
        ("Packed block", PackedTopFields.all, PackedTopFields.size),
    ])
    func `a structure's table lists its fields, and the total is their sum`(
        heading: String, fields: [(String, FormatField)], size: Int
    ) throws {
        var rows = try document.table(heading, "Offset", "Size", "Field")
        #expect(rows.popLast()?.first == "**\(size)**")
        #expect(rows.count == fields.count)
        for (row, (name, field)) in zip(rows, fields) {
            #expect(Array(row.prefix(3)) == ["\(field.offset)", "\(field.size)", name])
        }
        #expect(fields.reduce(0) { $0 + $1.1.size } == size)
    }

    @Test(arguments: [
        ("Segment header", "Origin", SegmentOrigin.allCases.map { (Int($0.rawValue), "\($0)") }),
        ("Frame", "Flag", [(1, "first"), (2, "last"), (4, "encrypted")]),
        ("Frame kinds", "Kind", FrameKind.allCases.map { (Int($0.rawValue), "\($0)") }),
        ("Layout attribute", "Flag", [(1, "nullable"), (2, "variable"), (4, "unique")]),
        ("Record", "Record kind", RecordKind.allCases.map { (Int($0.rawValue), "\($0)") }),
        ("Record", "Record flag", [(16, "wide"), (32, "hasExternalValues")]),
        (
            "Checkpoint section", "Section kind",
            CheckpointSectionKind.allCases.map { (Int($0.rawValue), "\($0)") }
        ),
    ])
    func `a table of numbers lists every case with its number`(
        heading: String, title: String, cases: [(Int, String)]
    ) throws {
        let rows = try document.table(heading, "Value", title)
        #expect(rows.map { Array($0.prefix(2)) } == cases.map { ["\($0.0)", $0.1] })
    }

    @Test func `the flags in the tables have the values of the code`() {
        #expect(FrameFlags.first.rawValue == 1)
        #expect(FrameFlags.last.rawValue == 2)
        #expect(FrameFlags.encrypted.rawValue == 4)
        #expect(LayoutAttributeFlags.nullable.rawValue == 1)
        #expect(LayoutAttributeFlags.variable.rawValue == 2)
        #expect(LayoutAttributeFlags.unique.rawValue == 4)
        #expect(RecordFlags.wide.rawValue == 16)
        #expect(RecordFlags.hasExternalValues.rawValue == 32)
        #expect(LayoutAttributeFields.noNullBit == 0xFFFF)
    }

    @Test func `the stored types are listed with number, name and width`() throws {
        let rows = try document.table("Stored types", "Value", "Type", "Width")
        let scalars = ScalarType.allCases.map { ["\($0.rawValue)", $0.name, "\($0.width)"] }
        let others = [StoredType.string, .data, .json].map { ["\($0.code)", $0.name, "-"] }
        #expect(
            rows.map { Array($0.prefix(3)) } == scalars + others + [["64 + n", "array of n", "-"]])
        for type in ScalarType.allCases {
            #expect(StoredType.array(of: type).code == 64 + type.rawValue)
        }
    }

    @Test func `the endings of segments are listed`() throws {
        let rows = try document.table("Manifest", "ending")
        #expect(rows.map(\.first) == Manifest.Ending.allCases.map { "`\($0.rawValue)`" })
    }

    @Test func `the limits are listed with their values`() throws {
        let limits = [
            ("nominal frame payload", Format.frameSizeNominal),
            ("inline value", Format.inlineValueSizeMax), ("value", Format.valueSizeMax),
            ("frame payload", Format.frameSizeMax), ("segment", Format.segmentSizeMax),
            ("prelude", Format.preludeSizeMax), ("name", Format.nameSizeMax),
            ("attributes", Format.attributesMax), ("condition", Format.conditionSizeMax),
            ("stages", Format.stagesMax), ("continued", Format.sourcesMax),
            ("stage name", Format.stageNameSizeMax),
            ("manifest", Format.manifestSizeMax), ("JSON depth", Format.jsonDepthMax),
        ]
        let rows = try document.table("Limits", "Limit", "Value")
        #expect(rows.map { Array($0.prefix(2)) } == limits.map { [$0.0, "\($0.1)"] })
    }

    @Test func `the magic numbers are listed as bytes of the file`() throws {
        let segment = try document.table("Segment header", "Offset")[0][3]
        #expect(segment.hasPrefix("89 4E 41 43 52 0D 0A 1A."))
        #expect(Samples.emptySegment.prefix(8) == [0x89, 0x4E, 0x41, 0x43, 0x52, 0x0D, 0x0A, 0x1A])
        let checkpoint = try document.table("Checkpoint header", "Offset")[0][3]
        #expect(checkpoint == "89 4E 41 43 4B 0D 0A 1A")
        #expect(CheckpointHeaderFields.magic.littleEndian == 0x1A0A_0D4B_4341_4E89)
        let frame = try document.table("Frame", "Offset")[0][3]
        #expect(frame.hasPrefix("4E 46 52 01,"))
        #expect(Samples.emptySegment[128..<132] == [0x4E, 0x46, 0x52, 0x01])
    }
}
