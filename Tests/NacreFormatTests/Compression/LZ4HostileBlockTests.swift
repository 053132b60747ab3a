import NacreFormat
import NacreTestSupport
import Testing

/// Blocks that no compressor has made: each is refused, or has the stated content.
@Suite struct LZ4HostileBlockTests {
    private func expectRefused(
        _ stored: [UInt8], _ field: String, _ kind: FormatError.Kind = .badValue,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: FormatError.self, sourceLocation: sourceLocation) {
            try LZ4.decompressed(stored)
        }
        #expect(error?.field == field, sourceLocation: sourceLocation)
        #expect(error?.kind == kind, sourceLocation: sourceLocation)
    }

    /// A literal, a match of 10 bytes, 5 literals.
    private let block: [UInt8] = [0x16, 0x61, 1, 0, 0x50, 1, 2, 3, 4, 5]

    @Test func `a block that ends at any other place is refused`() throws {
        let long: [UInt8] = [0xFF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 0, 2]
        for stored in [LZ4.stored(16, block), LZ4.stored(52, long + block)] {
            #expect(try LZ4.decompressed(stored).count == Int(stored[0]))
            for count in 0..<stored.count {
                #expect(throws: FormatError.self) { try LZ4.decompressed(Array(stored[..<count])) }
            }
            #expect(throws: FormatError.self) { try LZ4.decompressed(stored + [0]) }
        }
        expectRefused([1, 0, 0], "original length", .truncated)
        expectRefused([0, 0, 0, 0], "token", .truncated)
        expectRefused(LZ4.stored(20, [0xF0]), "length of literals", .truncated)
        expectRefused(LZ4.stored(20, [0xF0, 255, 255]), "length of literals", .truncated)
        expectRefused(LZ4.stored(20, [0x30, 1, 2]), "literals", .truncated)
        expectRefused(LZ4.stored(20, [0x10, 1, 1]), "offset of a match", .truncated)
        expectRefused(LZ4.stored(99, [0x1F, 1, 1, 0, 255]), "length of a match", .truncated)
        expectRefused(LZ4.stored(16, Array(block[..<4])), "token", .truncated)
    }

    @Test func `an original length that differs from the value's is refused`() {
        for size: UInt32 in [0, 1, 15, 17, 1 << 30] {
            expectRefused(LZ4.stored(size, block), "length of the value")
        }
        for size: UInt32 in [1 << 30 + 1, 1 << 31, .max] {
            expectRefused(LZ4.stored(size, block), "original length")
        }
        expectRefused([1, 0, 0, 0, 0], "length of the value")
    }

    @Test func `a match outside the value or with itself is refused`() {
        for offset in [0, 2, 3, 255] as [UInt8] {
            expectRefused(
                LZ4.stored(16, [0x16, 0x61, offset, 0] + block[4...]), "offset of a match")
        }
        expectRefused(LZ4.stored(16, [0x06, 1, 0] + block[4...]), "offset of a match")
    }

    @Test func `a match too near to the end is refused`() throws {
        // 4 bytes of a match and 7 after it; with one more byte, it is far enough from the end.
        expectRefused(
            LZ4.stored(12, [0x10, 1, 1, 0, 0x70, 1, 2, 3, 4, 5, 6, 7]), "place of the last match")
        let good = LZ4.stored(13, [0x10, 1, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 7, 8])
        #expect(try LZ4.decompressed(good) == [1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8])
        // A long match with 4 bytes after it.
        expectRefused(LZ4.stored(16, [0x17, 1, 1, 0, 0x40, 1, 2, 3, 4]), "place of the last match")
    }

    @Test func `a short block of a huge value is refused without allocating its memory`() {
        // Each of the last bytes claims 255 more.
        let bomb: [UInt8] = [0x1F, 0, 1, 0] + [UInt8](repeating: 255, count: 10_000)
        expectRefused(LZ4.stored(1 << 30, bomb), "length of a match", .truncated)
        expectRefused(LZ4.stored(1 << 20, bomb), "length of a match", .truncated)
    }

    @Test func `changed blocks are refused or have their stated length`() {
        let changes = Generator<(UInt16, UInt8)>.tuple(.integer(), .integer())
        let cases = Generator<([UInt8], [(UInt16, UInt8)])>.tuple(
            LZ4.values, .array(of: changes, count: 1...4))
        property("changed LZ4 blocks", runs: 1000, cases) { value, changes in
            var stored = try LZ4.compressed(value)
            for (place, byte) in changes { stored[Int(place) % stored.count] = byte }
            let size = stored.withView { $0.load(UInt32.self, at: 0) }
            do {
                try requireEqual(LZ4.decompressed(stored).count, Int(size))
            } catch let error as FormatError {
                // The library is called last, and accepts everything that has the right form.
                try require(error.field != "block", "\(error)")
            }
        }
    }
}
