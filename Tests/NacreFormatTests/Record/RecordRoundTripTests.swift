import NacreFormat
import NacreTestSupport
import Testing

/// A record's decoded values equal the encoded ones, to the bit.
@Suite struct RecordRoundTripTests {
    private func decodeAll(_ record: RecordView, _ layout: Layout) throws -> [Value] {
        try layout.attributes.indices.map { ordinal in
            try RecordDecoder.value(
                ordinal, of: record, layout: layout, origin: 0,
                external: { (_: ExternalReference) throws(FormatError) in record.bytes[0..<0] })
        }
    }

    @Test func `every stored type keeps its extremes`() throws {
        let layout = AllTypes.layout
        #expect(layout.nullableCount > 16)
        for number in 0..<60 {
            let values = AllTypes.values(number)
            let buffer = ByteBuffer()
            try RecordEncoder.appendPut(
                values, row: RowNumber(.max), layout: layout, to: buffer)
            let record = try RecordView.read(buffer.view, at: 0, origin: 0)
            try record.check(layout, origin: 0)
            #expect(record.kind == .put)
            #expect(record.row == RowNumber(.max))
            #expect(record.paddedLength == buffer.count)
            let decoded = try decodeAll(record, layout)
            for (ours, theirs) in zip(decoded, values) {
                #expect(ours.isIdentical(to: theirs), "\(number)")
            }
        }
    }

    @Test func `ends are wide if and only if the values take more than 65535 bytes`() throws {
        for (count, isWide) in [(65_535, false), (65_536, true)] {
            let text = String(repeating: "x", count: count)
            let bytes = try Samples.record([.int(1), .string(text), .null], row: 0)
            try bytes.withView { view in
                let record = try RecordView.read(view, at: 0, origin: 0)
                #expect(record.flags.contains(.wide) == isWide)
                try record.check(Samples.cityLayout, origin: 0)
                #expect(record.variable(0, Samples.cityLayout).count == count)
            }
        }
    }

    @Test func `a reference to an external value is stored in its owner`() throws {
        let reference = ExternalReference(length: 1 << 30, row: RowNumber(77), crc: 0x1234)
        let buffer = ByteBuffer()
        try RecordEncoder.appendPut(
            [.int(1), .string(""), .double(2)], row: RowNumber(0), layout: Samples.cityLayout,
            externals: [1: reference], to: buffer)
        let record = try RecordView.read(buffer.view, at: 0, origin: 0)
        try record.check(Samples.cityLayout, origin: 0)
        #expect(record.isExternal(0, Samples.cityLayout))
        #expect(ExternalReference(record.variable(0, Samples.cityLayout)) == reference)
        var asked: ExternalReference?
        let value = try RecordDecoder.value(
            1, of: record, layout: Samples.cityLayout, origin: 0,
            external: { (reference: ExternalReference) throws(FormatError) in
                asked = reference
                return record.bytes[0..<0]
            })
        #expect(asked == reference)
        #expect(value == .string(""))
    }

    @Test func `tombstones and external values are read back as they were written`() throws {
        let buffer = ByteBuffer()
        RecordEncoder.appendTombstone(
            row: RowNumber(5), layout: LayoutID(2), idKey: 99, to: buffer)
        #expect(buffer.count == RecordFields.tombstoneSize)
        [1, 2, 3].withView {
            RecordEncoder.appendExternalValue($0, crc: $0.crc, row: RowNumber(6), to: buffer)
        }
        let tombstone = try RecordView.read(buffer.view, at: 0, origin: 0)
        try tombstone.checkWithoutLayout(origin: 0)
        #expect(tombstone.kind == .tombstone)
        #expect(tombstone.idKey == 99)
        let external = try RecordView.read(buffer.view, at: 24, origin: 0)
        try external.checkWithoutLayout(origin: 0)
        #expect(external.kind == .externalValue)
        #expect(external.layout == .externalValue)
        #expect(external.externalValue.bytes == [1, 2, 3])
        #expect(24 + external.paddedLength == buffer.count)
    }

    @Test func `a value that does not fit leaves the buffer unchanged`() {
        let wrong: [[Value]] = [
            [.string("1"), .string("x"), .null], [.int(1), .null, .null],
            [.int(1), .int(2), .null], [.null, .string("x"), .null],
            [.int(1), .string("x"), .int(3)],
        ]
        for values in wrong {
            let buffer = ByteBuffer()
            buffer.append(UInt32(7))
            #expect(throws: RecordBuilder.ValueError.self) {
                try RecordEncoder.appendPut(
                    values, row: RowNumber(0), layout: Samples.cityLayout, to: buffer)
            }
            #expect(buffer.count == 4)
        }
    }

    @Test func `an integer outside of its type is refused`() {
        for type in [ScalarType.int8, .int16, .int32, .uint8, .uint16, .uint32] {
            let buffer = ByteBuffer()
            buffer.appendZeros(type.width)
            for number in [Int64.min, Int64.max] {
                #expect(!ScalarCoding.store(.int(number), as: type, in: buffer, at: 0))
            }
            #expect(buffer.view.isZero)
        }
    }
}
