import NacreFormat
import NacreTestSupport
import Testing

/// Compressed values are read back, and so are blocks compressed elsewhere.
@Suite struct LZ4BlockTests {
    /// Checks the table of Formats.md. A library may compress the same bytes differently, so only
    /// the decompression is compared.
    @Test func `the blocks in the document decompress to the listed values`() throws {
        let values: [[UInt8]] = [
            [], Array("abc".utf8), [UInt8](repeating: UInt8(ascii: "a"), count: 40),
            Array(String(repeating: "abc", count: 9).utf8),
        ]
        let rows = try FormatsDocument().table("LZ4 blocks", "Bytes", "Stored")
        #expect(rows.count == values.count)
        for (row, value) in zip(rows, values) {
            let bytes = row[1].split { $0 == " " || $0 == "`" }.compactMap { UInt8($0, radix: 16) }
            #expect(try LZ4.decompressed(bytes) == value, "\(row)")
        }
    }

    @Test func `numbers above 15 and offsets of two bytes are decoded`() throws {
        let literals = (0..<525).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
        // 15 + 255 + 255 + 0 literals, then 4 + 15 + 255 + 26 bytes from 525 back, then 5 literals.
        let block =
            [0xFF, 0xFF, 0xFF, 0x00] + literals + [0x0D, 0x02, 0xFF, 0x1A] + [0x50, 1, 2, 3, 4, 5]
        let value = literals + literals[..<300] + [1, 2, 3, 4, 5]
        #expect(try LZ4.decompressed(LZ4.stored(830, block)) == value)
    }

    @Test func `an empty value is one empty sequence`() throws {
        #expect(try LZ4.compressed([]) == [0, 0, 0, 0, 0])
        #expect(try LZ4.decompressed([0, 0, 0, 0, 0]) == [])
    }

    @Test func `any bytes survive a round trip`() {
        property("LZ4 round trip", runs: 300, LZ4.values) { value in
            try requireEqual(LZ4.decompressed(LZ4.compressed(value)), value)
        }
    }

    @Test func `megabytes survive a round trip, and repetitive ones become shorter`() throws {
        var random = SplitMix64(seed: 4)
        let noise = (0..<1 << 20).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let text = (0..<100_000).flatMap { Array("\($0) bottles of beer\n".utf8) }
        for value in [noise, text, [UInt8](repeating: 0, count: 1 << 20)] {
            let stored = try LZ4.compressed(value)
            #expect(try LZ4.decompressed(stored) == value)
            #expect(stored.count <= value.count + value.count / 255 + 32)
            if value != noise { #expect(stored.count * 2 < value.count) }
        }
    }

    @Test func `a value longer than the limit is neither compressed nor decompressed`() throws {
        let value = [UInt8](repeating: 7, count: 100)
        #expect(try LZ4.decompressed(LZ4.compressed(value, limit: 100), limit: 100) == value)
        let errors = [
            #expect(throws: FormatError.self) { try LZ4.compressed(value, limit: 99) },
            #expect(throws: FormatError.self) {
                try LZ4.decompressed(LZ4.compressed(value), limit: 99)
            },
        ]
        for error in errors { #expect(error?.field == "original length") }
    }
}
