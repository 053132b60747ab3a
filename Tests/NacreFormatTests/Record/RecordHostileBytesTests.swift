import NacreFormat
import NacreTestSupport
import Testing

/// Records with changed bytes: detected by the CRC, and if the CRC was repaired, never read outside
/// their bounds.
@Suite struct RecordHostileBytesTests {
    private func read(_ bytes: [UInt8]) throws {
        try bytes.withView { view in
            let record = try RecordView.read(view, at: 0, origin: 0)
            #expect(record.bytes.count <= bytes.count)
        }
    }

    /// Reads everything a reader would. It may throw, but must not trap.
    private func readAll(_ bytes: [UInt8], _ layout: Layout) {
        bytes.withView { view in
            guard let record = try? RecordView.read(view, at: 0, origin: 0) else { return }
            guard record.kind == .put else {
                _ = try? record.checkWithoutLayout(origin: 0)
                return
            }
            guard (try? record.check(layout, origin: 0)) != nil else { return }
            for ordinal in layout.attributes.indices {
                let value = try? RecordDecoder.value(
                    ordinal, of: record, layout: layout, origin: 0,
                    external: { (_: ExternalReference) throws(FormatError) in
                        record.bytes[0..<0]
                    })
                var writer = JSONWriter()
                value?.write(to: &writer)
            }
        }
    }

    /// Returns a copy whose CRC is right for the length that it claims, as far as there are bytes.
    private func repaired(_ bytes: [UInt8]) -> [UInt8] {
        let length = bytes.withView { $0.load(UInt32.self, at: RecordFields.length.offset) }
        let end = min(max(Int(length), RecordFields.length.offset), bytes.count)
        return bytes.repairingCRC(at: 0, of: RecordFields.length.offset..<end)
    }

    /// Expects that the record can be read but does not fit the layout, or is not one without
    /// layout.
    private func expectRefused(_ bytes: [UInt8], _ layout: Layout?) {
        let error = bytes.withView { view in
            #expect(throws: FormatError.self) {
                let record = try RecordView.read(view, at: 0, origin: 0)
                if let layout {
                    try record.check(layout, origin: 0)
                } else {
                    try record.checkWithoutLayout(origin: 0)
                }
            }
        }
        #expect(error?.kind == .badValue)
    }

    @Test func `every flipped bit of a record is found`() throws {
        let bytes = try Samples.record([.int(7), .string("Bern"), .double(540.5)], row: 3)
        // The last two bytes are padding, which the frame's checksum covers.
        for bit in 0..<(bytes.count - 2) * 8 {
            #expect(throws: FormatError.self, "bit \(bit)") { try read(bytes.flipping(bit: bit)) }
        }
    }

    @Test func `a group that ends within a record is found`() throws {
        let bytes = try Samples.record([.int(7), .string("Bern"), .null], row: 3)
        for count in 0..<bytes.count - 2 {
            #expect(throws: FormatError.self) { try read(Array(bytes[0..<count])) }
        }
    }

    @Test func `the reserved kind and unknown kinds are unsupported`() throws {
        let bytes = try Samples.record([.int(7), .string("Bern"), .null], row: 3)
        for kind: UInt8 in [0, 4, 5, 15] {
            let changed = repaired(bytes.setting(kind, at: RecordFields.kind.offset))
            do {
                try read(changed)
                Issue.record("kind \(kind) is not known")
            } catch let error as FormatError { #expect(error.kind == .unsupported) }
        }
    }

    @Test func `lengths shorter than a header or longer than the group are refused`() throws {
        let bytes = try Samples.record([.int(7), .string("Bern"), .null], row: 3)
        for length: UInt32 in [0, 1, 15, UInt32(bytes.count + 1), .max] {
            let changed = repaired(bytes.setting(length, at: RecordFields.length.offset))
            #expect(throws: FormatError.self) { try read(changed) }
        }
    }

    @Test func `ends that decrease or lead out of the record are refused`() throws {
        let bytes = try Samples.record([.int(7), .string("Bern"), .null], row: 3)
        for end: UInt16 in [0, 3, 5, 6, .max] {
            let changed = repaired(bytes.setting(end, at: Samples.cityLayout.endsOffset))
            expectRefused(changed, Samples.cityLayout)
        }
    }

    @Test func `unknown flags are refused`() throws {
        let bytes = try Samples.record([.int(7), .string("Bern"), .null], row: 3)
        for flags: UInt8 in [64, 128, 16, 32] {
            let changed = repaired(bytes.setting(flags | 1, at: RecordFields.kind.offset))
            expectRefused(changed, Samples.cityLayout)
        }
    }

    @Test func `an external value with a reference of another length is not external`() throws {
        let buffer = ByteBuffer()
        try RecordEncoder.appendPut(
            [.int(1), .string(""), .null], row: RowNumber(0), layout: Samples.cityLayout,
            externals: [1: ExternalReference(length: 1, row: RowNumber(0), crc: 0)], to: buffer)
        let layout = Samples.cityLayout
        let length = layout.valuesOffset(.hasExternalValues) + 15
        let cut = buffer.view[0..<length].bytes
            .setting(UInt16(15), at: layout.endsOffset)
            .setting(UInt32(length), at: RecordFields.length.offset)
        expectRefused(repaired(cut), layout)
    }

    @Test func `tombstones and external values with flags, nulls or another length are refused`()
        throws
    {
        let buffer = ByteBuffer()
        RecordEncoder.appendTombstone(
            row: RowNumber(5), layout: LayoutID(2), idKey: 99, to: buffer)
        let bytes = buffer.view.bytes
        let wrong = [
            bytes.setting(UInt8(2 | 16), at: RecordFields.kind.offset),
            bytes.setting(UInt8(1), at: RecordFields.nulls.offset),
            bytes.setting(UInt32(20), at: RecordFields.length.offset),
            bytes.setting(UInt32(16), at: RecordFields.length.offset),
        ]
        for changed in wrong {
            expectRefused(repaired(changed), nil)
        }
    }

    @Test func `no byte of a record with a correct checksum leads out of its bounds`() throws {
        let small = try Samples.record([.int(7), .string("Bern"), .double(540.5)], row: 3)
        for offset in RecordFields.length.offset..<small.count {
            for byte in 0...UInt8.max {
                readAll(repaired(small.setting(byte, at: offset)), Samples.cityLayout)
            }
        }
        // Object 2 has only short values.
        let buffer = ByteBuffer()
        try RecordEncoder.appendPut(
            AllTypes.values(2), row: RowNumber(0), layout: AllTypes.layout, to: buffer)
        let all = buffer.view.bytes
        for offset in RecordFields.length.offset..<all.count {
            for byte in hostileBytes(insteadOf: all[offset]) {
                readAll(repaired(all.setting(byte, at: offset)), AllTypes.layout)
            }
        }
    }

    @Test func `bytes that are invalid for their type are reported`() throws {
        let bytes: [UInt8] = [2] + [UInt8](repeating: 0, count: 20)
        bytes.withView { view in
            #expect(ScalarCoding.load(.bool, from: view, at: 0) == nil)
            // A mantissa of 2 is valid, 10 only with another exponent.
            #expect(ScalarCoding.load(.decimal, from: view, at: 0) != nil)
        }
        let decimals: [[UInt8]] = [
            bytes.setting(UInt8(10), at: 0), bytes.setting(UInt8(2), at: 17),
            bytes.setting(UInt8(1), at: 18), bytes.setting(UInt8(1), at: 19),
            [UInt8](repeating: 0, count: 21).setting(UInt8(1), at: 16),
            [UInt8](repeating: 0, count: 21).setting(UInt8(1), at: 17),
        ]
        for decimal in decimals {
            decimal.withView { #expect(ScalarCoding.load(.decimal, from: $0, at: 0) == nil) }
        }
        for text: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] {
            text.withView { #expect(RecordDecoder.value(of: $0, as: .string) == nil) }
        }
        [1, 2, 3].withView {
            #expect(RecordDecoder.value(of: $0, as: .array(of: .int16)) == nil)
            #expect(RecordDecoder.value(of: $0, as: .array(of: .bool)) == nil)
        }
    }
}
