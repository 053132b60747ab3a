import NacreFormat
import NacreTestSupport
import Testing

/// A record has the same bytes, in whichever order and by whichever calls it was filled in.
@Suite struct RecordBuilderTests {
    private static let layout = AllTypes.layout

    private static func record(
        _ builder: RecordBuilder, externals: [Int: ExternalReference] = [:]
    ) -> [UInt8] {
        let buffer = ByteBuffer()
        builder.append(row: RowNumber(3), externals: externals, to: buffer)
        #expect(buffer.count - builder.size(externals: externals) < Format.alignment)
        return buffer.view.bytes
    }

    private static func filled(_ number: Int) throws -> RecordBuilder {
        let builder = RecordBuilder(layout)
        try builder.set(AllTypes.values(number))
        return builder
    }

    @Test func `variable values may be set in any order, and more than once`() throws {
        for number in 0..<30 {
            let model = try Self.filled(number)
            let builder = try Self.filled(number + 1)
            try builder.set(AllTypes.values(number))
            for place in (0..<Self.layout.variableCount).reversed() {
                builder.setVariable(place, utf8: "something longer that is replaced")
                builder.setVariable(place, bytes: model.variable(place))
            }
            #expect(Self.record(builder) == Self.record(model), "\(number)")
        }
    }

    @Test func `the value that is stored at a slot is the value of the attribute`() throws {
        let builder = RecordBuilder(Samples.cityLayout)
        let bern = try Samples.record([.int(7), .string("Bern"), .double(540.5)], row: 3)
        let attributes = Samples.cityLayout.attributes
        unsafe builder.fixed.storeBytes(of: 7, toByteOffset: attributes[0].place, as: Int64.self)
        builder.setVariable(0, utf8: "Bern")
        unsafe builder.fixed.storeBytes(
            of: 540.5, toByteOffset: attributes[2].place, as: Double.self)
        #expect(Self.record(builder) == bern)

        let chur = try Samples.record([.int(8), .string("Chur"), .null], row: 3)
        builder.reset()
        unsafe builder.fixed.storeBytes(of: 8, toByteOffset: attributes[0].place, as: Int64.self)
        builder.setVariable(0, utf8: "Chur")
        builder.setNull(try #require(attributes[2].nullBit))
        #expect(Self.record(builder) == chur)
    }

    @Test func `values in the builder can be read back`() throws {
        for number in 0..<30 {
            let builder = try Self.filled(number)
            for (ordinal, value) in AllTypes.values(number).enumerated() {
                #expect(try builder.value(ordinal).isIdentical(to: value), "\(number)")
            }
        }
    }

    @Test func `a record keeps no values of the one before it`() throws {
        let builder = RecordBuilder(Self.layout)
        for number in [5, 0, 17, 4, 11] {
            try builder.set(AllTypes.values(number))
            #expect(try Self.record(builder) == Self.record(Self.filled(number)), "\(number)")
        }
        builder.reset()
        #expect(Self.record(builder) == Self.record(RecordBuilder(Self.layout)))
    }

    @Test func `a record with external values is equal in any order of filling`() throws {
        let reference = ExternalReference(length: 70_000, row: RowNumber(4), crc: 9)
        let last = Self.layout.variableCount - 1
        let model = try Self.filled(6)
        let builder = try Self.filled(6)
        for place in (0...last).reversed() {
            builder.setVariable(place, bytes: model.variable(place))
        }
        for externals in [[0: reference], [last: reference], [1: reference, 9: reference]] {
            let bytes = Self.record(model, externals: externals)
            #expect(bytes == Self.record(builder, externals: externals))
            try bytes.withView { view in
                let record = try RecordView.read(view, at: 0, origin: 0)
                try record.check(Self.layout, origin: 0)
                for place in 0...last {
                    #expect(record.isExternal(place, Self.layout) == (externals[place] != nil))
                }
            }
        }
    }

    @Test func `bytes that are invalid for their type are an error and no value`() throws {
        let builder = try Self.filled(0)
        let name = try #require(Self.layout.attributes.firstIndex { $0.type == .string })
        [0xFF].withView { builder.setVariable(Self.layout.attributes[name].place, bytes: $0) }
        #expect(throws: RecordBuilder.ValueError.self) { try builder.value(name) }
    }
}
