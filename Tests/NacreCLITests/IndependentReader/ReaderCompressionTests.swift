import NacreFormat
import NacreTestSupport
import Testing

/// The reader decompresses blocks of a library by the document alone, and both refuse the same
/// blocks.
@Suite struct ReaderCompressionTests {
    /// Returns the content of each block in hex, or nil if the reader refuses it.
    private func read(_ blocks: [[UInt8]]) throws -> [String?] {
        let names = blocks.indices.map { "block\($0)" }
        let files = Dictionary(uniqueKeysWithValues: zip(names, blocks))
        return try IndependentReader.withFiles(files) { folder in
            let result = try IndependentReader.run(["--lz4"] + names.map { "\(folder)/\($0)" })
            #expect(result.status == 0, "\(result.errors)")
            return result.lines.map { $0.contains(":") ? nil : $0 }
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    private func compressed(_ value: [UInt8]) throws -> [UInt8] {
        try value.withView { (view) throws(FormatError) in try LZ4Block.compress(view) }
    }

    /// Makes words of a small vocabulary, which compress well.
    private func text(_ random: inout SplitMix64, count: Int) -> [UInt8] {
        let words = ["snow", "nacre", "a", "pearl", "layer upon layer", "\n", "00000000000000"]
        return (0..<count).flatMap { _ in Array(words[Int(random.next() % 7)].utf8) }
    }

    @Test func `compressed values are decompressed equally by both readers`() throws {
        var random = SplitMix64(seed: 12)
        var values: [[UInt8]] = [[], [0], [UInt8](repeating: 9, count: 100_000)]
        values += (0..<40).map { text(&random, count: $0 * $0) }
        values += (0..<40).map { count in (0..<count * 7).map { _ in UInt8(random.next() >> 56) } }
        #expect(try read(values.map(compressed)) == values.map(hex))
    }

    @Test func `changed blocks are refused by both readers, or give the same value`() throws {
        var random = SplitMix64(seed: 13)
        var blocks: [[UInt8]] = []
        for number in 0..<600 {
            var block = try compressed(text(&random, count: 3 + number % 20))
            for _ in 0...number % 3 {
                // Mostly after the length, and often with small numbers.
                let place = number % 10 == 0 ? 0 : 4
                let index = place + Int(random.next() % UInt64(block.count - place))
                block[index] = UInt8(random.next() >> (random.next() % 2 == 0 ? 56 : 61))
            }
            blocks.append(block)
        }
        let ours = blocks.map { block in
            try? block.withView { (view) throws(FormatError) in
                hex(try LZ4Block.decompress(view))
            }
        }
        #expect(try read(blocks) == ours)
        // Enough blocks of both kinds for the test to be meaningful.
        #expect(ours.count { $0 == nil } > 100)
        #expect(ours.count { $0 != nil } > 100)
    }
}
