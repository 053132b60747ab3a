import NacreFormat
import NacreTestSupport
import Testing

@Suite struct LayoutTests {
    private func bytes(_ layout: Layout) -> [UInt8] {
        let buffer = ByteBuffer()
        layout.encode(into: buffer)
        return buffer.view.bytes
    }

    private func decode(_ bytes: [UInt8]) throws -> Layout {
        try withFrame(.layout, payload: bytes) { try Layout.decode($0) }
    }

    @Test func `a layout is read back as it was written`() throws {
        let grown = Layout(id: LayoutID(4), of: EntitySchemaTests.grown)
        for layout in [Samples.cityLayout, AllTypes.layout, grown] {
            let read = try decode(bytes(layout))
            #expect(read.id == layout.id)
            #expect(read.entity == layout.entity)
            #expect(read.entityName == layout.entityName)
            #expect(read.idOrdinal == layout.idOrdinal)
            #expect(read.attributes == layout.attributes)
            #expect(read.fixedEnd == layout.fixedEnd)
        }
    }

    @Test func `slots are ordered by width, and by declaration within a width`() {
        let types: [ScalarType] = [.bool, .decimal, .int64, .uint8, .uuid, .int32, .date, .int16]
        let schema = StoredSchema(
            number: EntityNumber(1), name: "E",
            attributes: types.enumerated().map { index, type in
                AttributeSchema(
                    id: AttributeID(UInt32(index + 1)), name: "a\(index)", type: .scalar(type),
                    isNullable: false)
            }, idOrdinal: 2)
        let layout = Layout(id: LayoutID(1), of: schema)
        #expect(layout.attributes.map(\.place) == [74, 16, 52, 75, 36, 68, 60, 72])
        #expect(layout.fixedEnd == 76)
    }

    @Test func `null bits from the eighth on come after the slots`() {
        let layout = AllTypes.layout
        #expect(layout.nullableCount == 17)
        #expect(layout.extraNullBytes == 2)
        #expect(layout.nullPlace(7) == (RecordFields.nulls.offset, 128))
        #expect(layout.nullPlace(8) == (layout.fixedEnd, 1))
        #expect(layout.nullPlace(16) == (layout.fixedEnd + 1, 1))
        #expect(layout.endsOffset == layout.fixedEnd + 2)
    }

    @Test func `a layout cut at any byte is refused`() {
        let bytes = bytes(Samples.cityLayout)
        for count in 0..<bytes.count {
            #expect(throws: FormatError.self) { try decode(Array(bytes[0..<count])) }
        }
        #expect(throws: FormatError.self) { try decode(bytes + [0, 0, 0, 0]) }
    }

    /// The offsets of attributes 1 ("id"), 2 ("name") and 3 in the payload of the city layout.
    private let attributes = [20, 40, 60]

    @Test func `numbers, places and flags that contradict each other are refused`() throws {
        typealias Attribute = LayoutAttributeFields
        let good = bytes(Samples.cityLayout)
        let changes: [(Int, UInt16)] = [
            (LayoutFields.id.offset, 0), (LayoutFields.entity.offset, 0),
            (LayoutFields.attributes.offset, 2), (LayoutFields.attributes.offset, 1025),
            (LayoutFields.nullable.offset, 0), (LayoutFields.fixedEnd.offset, 31),
            (LayoutFields.variable.offset, 0), (LayoutFields.idAttribute.offset, 3),
            // An id that may be null, and two attributes with one number.
            (LayoutFields.idAttribute.offset, 2), (attributes[1] + Attribute.id.offset, 1),
            // The slots of id and elevation overlap, or one lies in the header.
            (attributes[2] + Attribute.place.offset, 23),
            (attributes[0] + Attribute.place.offset, 15),
            (attributes[1] + Attribute.place.offset, 1),
            (attributes[2] + Attribute.nullBit.offset, 1),
            (attributes[2] + Attribute.nullBit.offset, 0xFFFF),
            (attributes[0] + Attribute.nullBit.offset, 0),
            (attributes[0] + Attribute.pipelineLength.offset, 1),
            (attributes[0] + Attribute.pipelineLength.offset, 2),
            (attributes[0] + Attribute.pipelineLength.offset, 0xFFFF),
            (attributes[0] + Attribute.defaultLength.offset, 1),
            // Unknown type, and flags beside the type.
            (attributes[0] + Attribute.type.offset, 16),
            (attributes[0] + Attribute.type.offset, 32),
            (attributes[0] + Attribute.type.offset, 5 | 8 << 8),
        ]
        for (offset, value) in changes {
            #expect(throws: FormatError.self, "\(offset): \(value)") {
                try decode(good.setting(value, at: offset))
            }
        }
    }

    @Test func `a pipeline with no stages, invalid names or without its end is refused`() throws {
        func layout(_ pipeline: [String]) -> [UInt8] {
            let id = AttributeSchema(
                id: AttributeID(1), name: "i", type: .string, isNullable: false,
                pipeline: pipeline)
            let schema = StoredSchema(
                number: EntityNumber(1), name: "E", attributes: [id], idOrdinal: 0)
            return bytes(Layout(id: LayoutID(1), of: schema))
        }
        #expect(try decode(layout(["json", "lz4"])).attributes[0].pipeline == ["json", "lz4"])
        let long = String(repeating: "x", count: 65)
        for bad in [
            ["a", ""], [","], ["a b"], ["\u{e9}"], [long], Array(repeating: "a", count: 17),
        ] {
            #expect(throws: FormatError.self, "\(bad)") { try decode(layout(bad)) }
        }
        let good = layout(["json", "lz4"])
        for count in 0..<good.count {
            #expect(throws: FormatError.self) { try decode(Array(good[0..<count])) }
        }
    }

    @Test func `a layout with a changed byte is refused or stays within the record`() throws {
        let record = try Samples.record([.int(7), .string("Bern"), .double(540.5)], row: 3)
        let good = bytes(Samples.cityLayout)
        for offset in good.indices {
            for byte in hostileBytes(insteadOf: good[offset]) {
                guard let layout = try? decode(good.setting(byte, at: offset)) else { continue }
                record.withView { view in
                    guard let record = try? RecordView.read(view, at: 0, origin: 0),
                        (try? record.check(layout, origin: 0)) != nil
                    else { return }
                    for ordinal in layout.attributes.indices {
                        _ = try? RecordDecoder.value(
                            ordinal, of: record, layout: layout, origin: 0,
                            external: { (_: ExternalReference) throws(FormatError) in
                                record.bytes[0..<0]
                            })
                    }
                }
            }
        }
    }
}
