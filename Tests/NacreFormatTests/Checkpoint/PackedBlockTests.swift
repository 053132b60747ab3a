import NacreFormat
import NacreTestSupport
import Testing

/// What goes into a block comes out of it, at every width; and bytes that are no block are refused.
@Suite struct PackedBlockTests {
    struct Entry: Hashable, Comparable, Sendable {
        let key: UInt64
        let row: UInt32

        static func < (a: Entry, b: Entry) -> Bool { (a.key, a.row) < (b.key, b.row) }
    }

    /// Of numbers with so many bytes at most, above some least number.
    private static func entries(_ keyWidth: Int, _ rowWidth: Int) -> Generator<[Entry]> {
        let keyMax = keyWidth == 8 ? UInt64.max : (1 << UInt64(8 * keyWidth)) - 1
        let rowMax = rowWidth == 4 ? UInt32.max : (1 << UInt32(8 * rowWidth)) - 1
        return Generator { choices throws(Rejection) in
            let key = try choices.draw(.integer(in: 0...UInt64.max - keyMax))
            let row = try choices.draw(.integer(in: 0...UInt32.max - rowMax))
            let entry = Generator<Entry> { choices throws(Rejection) in
                Entry(
                    key: key + (try choices.draw(.integer(in: 0...keyMax))),
                    row: row + (try choices.draw(.integer(in: 0...rowMax))))
            }
            let list = try choices.draw(.array(of: entry, count: 1...64))
            return Set(list).sorted()
        }
    }

    @Test(arguments: 0...8, 0...4)
    func `a block of a tree is what it was made of`(keyWidth: Int, rowWidth: Int) {
        property("block", runs: 20, Self.entries(keyWidth, rowWidth)) { entries in
            let buffer = ByteBuffer()
            PackedBlock.append(entries: entries.count, to: buffer) {
                (entries[$0].key, entries[$0].row)
            }
            let size = buffer.count
            try requireEqual(size % 8, 0, "size")
            try require(
                size <= 16 + 7 + entries.count * (keyWidth + rowWidth), "wider than it must be")
            buffer.appendZeros(PackedBlockFields.slack)
            try buffer.read { view in
                let block = try PackedBlock.read(
                    view, at: 0, entriesMax: 64, rowWidthMax: 4, origin: 0)
                try requireEqual(block.size, size, "size")
                try requireEqual(block.bytes.count, size, "bytes")
                let read = (0..<block.count).map { Entry(key: block.key($0), row: block.row($0)) }
                try requireEqual(read, entries, "entries")
                for (index, entry) in entries.enumerated() {
                    try requireEqual(block.lowerBound(key: entry.key, row: entry.row), index)
                    let above = entries.firstIndex { $0.key > entry.key } ?? entries.count
                    // The one with the greatest row there is, is not below that row.
                    let isAtEnd = entries[above - 1].row == .max
                    try requireEqual(
                        block.lowerBound(key: entry.key, row: .max), isAtEnd ? above - 1 : above,
                        "behind the key")
                }
            }
        }
    }

    @Test func `a block of rows is what it was made of, with its free rows`() {
        let word = Generator<UInt64>.frequency(
            (2, .just(0)), (4, .integer(in: 1_000_000...1_000_255)), (1, .integer(in: 1...(.max))))
        property("rows", runs: 300, .array(of: word, count: 0...128)) { words in
            let buffer = ByteBuffer()
            let used = PackedBlock.append(rowsFrom: 256, to: buffer) {
                $0 < words.count ? words[$0] : 0
            }
            try requireEqual(used, words.count { $0 != 0 }, "used")
            guard used > 0 else { return try requireEqual(buffer.count, 0, "nothing") }
            buffer.appendZeros(PackedBlockFields.slack)
            try buffer.read { view in
                let block = try PackedBlock.read(
                    view, at: 0, entriesMax: 128, rowWidthMax: 0, origin: 0)
                try requireEqual(block.baseRow, 256, "first row")
                for index in 0..<128 {
                    let word = index < words.count ? words[index] : 0
                    try requireEqual(block.word(index), word, "word \(index)")
                }
            }
        }
    }

    @Test func `a block that reaches beyond its section is refused`() throws {
        let buffer = ByteBuffer()
        PackedBlock.append(entries: 64, to: buffer) { (UInt64($0) * 1000, UInt32($0) * 300) }
        buffer.appendZeros(PackedBlockFields.slack)
        let bytes = buffer.view.bytes
        func read(_ bytes: [UInt8], entriesMax: Int = 64, rowWidthMax: Int = 4) -> Bool {
            bytes.withView { view in
                let block = try? PackedBlock.read(
                    view, at: 0, entriesMax: entriesMax, rowWidthMax: rowWidthMax, origin: 0)
                return block != nil
            }
        }
        #expect(read(bytes))
        for count in 0..<bytes.count { #expect(!read(Array(bytes.prefix(count)))) }
        #expect(!read(bytes, entriesMax: 63))
        #expect(!read(bytes, rowWidthMax: 1))
        for (place, value) in [(12, 65), (12, 0), (14, 9), (14, 255), (15, 5), (13, 1)] {
            var bad = bytes
            bad[place] = UInt8(value)
            #expect(!read(bad), "byte \(place) = \(value)")
        }
    }

    @Test func `entries of a forged block, in any order, are written as well as they can be`() {
        for keys in [[5, 2], [9, 2, 12], [1, 0, .max, 0]] as [[UInt64]] {
            let buffer = ByteBuffer()
            PackedBlock.append(entries: keys.count, to: buffer) { (keys[$0], UInt32($0)) }
            buffer.appendZeros(PackedBlockFields.slack)
            buffer.read { view in
                #expect(throws: Never.self) {
                    try PackedBlock.read(
                        view, at: 0, entriesMax: 64, rowWidthMax: 4, origin: 0)
                }
            }
        }
    }
}
