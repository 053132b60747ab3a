import NacreFormat
import NacreTestSupport
import Testing

/// Entries are read from a block as they were written, at every width; and bytes that are not a
/// block are refused.
@Suite struct PackedBlockTests {
    struct Entry: Hashable, Comparable, Sendable {
        let key: UInt64
        let row: UInt32

        static func < (a: Entry, b: Entry) -> Bool { (a.key, a.row) < (b.key, b.row) }
    }

    /// Makes entries of numbers with at most this many bytes, above some smallest number.
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

    /// Makes a section of blocks that a closure writes.
    private static func section(_ body: (inout PackedBlockWriter) -> Void) -> ByteBuffer {
        let buffer = ByteBuffer()
        var writer = PackedBlockWriter(to: buffer)
        body(&writer)
        writer.appendTops()
        return buffer
    }

    @Test(arguments: 0...8, 0...4)
    func `a block of a tree is read back as it was written`(keyWidth: Int, rowWidth: Int) {
        property("block", runs: 20, Self.entries(keyWidth, rowWidth)) { entries in
            let section = Self.section { writer in
                writer.append(entries: entries.count) { (entries[$0].key, entries[$0].row) }
            }
            let size = section.count - PackedTopFields.size
            try requireEqual(size % 8, 0, "size")
            try require(size <= 7 + entries.count * (keyWidth + rowWidth), "wider than it must be")
            try section.read { view in
                let block = try PackedBlocks(view, count: 1, of: .tree, origin: 0)[0]
                try requireEqual(block.bytes.count, size, "bytes")
                try requireEqual(block.top.firstRow, entries[0].row, "first row")
                let read = (0..<block.count).map { Entry(key: block.key($0), row: block.row($0)) }
                try requireEqual(read, entries, "entries")
                for (index, entry) in entries.enumerated() {
                    try requireEqual(block.lowerBound(key: entry.key, row: entry.row), index)
                    let above = entries.firstIndex { $0.key > entry.key } ?? entries.count
                    // The entry with the greatest possible row is not below that row.
                    let isAtEnd = entries[above - 1].row == .max
                    try requireEqual(
                        block.lowerBound(key: entry.key, row: .max), isAtEnd ? above - 1 : above,
                        "behind the key")
                    // Present or not: the neighbours of a key are the positions of a wrong guess.
                    for key in [entry.key &- 1, entry.key, entry.key &+ 1] {
                        for row in [0, entry.row] {
                            let bound = Entry(key: key, row: row)
                            let place = entries.firstIndex { $0 >= bound } ?? entries.count
                            try requireEqual(block.lowerBound(key: key, row: row), place, "place")
                        }
                    }
                }
            }
        }
    }

    @Test func `a block of rows is read back with its free rows`() {
        let word = Generator<UInt64>.frequency(
            (2, .just(0)), (4, .integer(in: 1_000_000...1_000_255)), (1, .integer(in: 1...(.max))))
        property("rows", runs: 300, .array(of: word, count: 0...128)) { words in
            var used = 0
            let section = Self.section { writer in
                used = writer.append(rowsFrom: 256) { $0 < words.count ? words[$0] : 0 }
            }
            try requireEqual(used, words.count { $0 != 0 }, "used")
            guard used > 0 else { return try requireEqual(section.count, 0, "nothing") }
            try section.read { view in
                let block = try PackedBlocks(view, count: 1, of: .rows, origin: 0)[0]
                try requireEqual(block.top.baseRow, 256, "first row")
                for index in 0..<128 {
                    let word = index < words.count ? words[index] : 0
                    try requireEqual(block.word(index), word, "word \(index)")
                }
            }
        }
    }

    @Test func `consecutive blocks are found and copied unchanged`() throws {
        let section = Self.section { writer in
            for block in 0..<50 {
                writer.append(entries: 1 + block % 64) { index in
                    (UInt64(block) << 32 + UInt64(index) << (block % 24), UInt32(index * block))
                }
            }
        }
        try section.read { view in
            let blocks = try PackedBlocks(view, count: 50, of: .tree, origin: 0)
            for number in 0..<50 {
                let block = blocks[number]
                #expect(block.count == 1 + number % 64)
                for index in 0..<block.count {
                    let key = UInt64(number) << 32 + UInt64(index) << (number % 24)
                    #expect(block.key(index) == key)
                    #expect(block.row(index) == UInt32(index * number))
                }
            }
            let copy = Self.section { writer in
                for number in 0..<50 { writer.append(blocks[number]) }
            }
            #expect(copy.view.bytes == view.bytes)
        }
    }

    @Test func `a block that reaches beyond its section is refused`() throws {
        let section = Self.section { writer in
            writer.append(entries: 64) { (UInt64($0) * 1000, UInt32($0) * 300) }
        }
        let bytes = section.view.bytes
        func reads(_ bytes: [UInt8], of content: PackedBlocks.Content = .tree) -> Bool {
            bytes.withView { view in
                (try? PackedBlocks(view, count: 1, of: content, origin: 0)) != nil
            }
        }
        #expect(reads(bytes))
        for count in 0..<bytes.count {
            #expect(!reads(Array(bytes.prefix(count))))
            #expect(!reads(Array(bytes.suffix(count))))
        }
        #expect(!reads(bytes, of: .rows))
        let top = bytes.count - PackedTopFields.size
        for (place, value) in [
            (20, 65), (20, 32), (20, 0), (21, 1), (22, 9), (22, 255), (23, 5), (16, 0), (16, 255),
            (19, 255), (28, 1), (31, 1),
        ] {
            var bad = bytes
            bad[top + place] = UInt8(value)
            #expect(!reads(bad), "byte \(place) of the top = \(value)")
        }
    }

    @Test func `a block detects a change of its bytes`() throws {
        let section = Self.section { writer in
            writer.append(entries: 9) { (UInt64($0) * 1000, UInt32($0) * 300) }
        }
        func isIntact(_ bytes: [UInt8]) throws -> Bool {
            try bytes.withView { view in
                try PackedBlocks(view, count: 1, of: .tree, origin: 0)[0].isIntact
            }
        }
        let bytes = section.view.bytes
        #expect(try isIntact(bytes))
        for place in bytes.indices.dropLast(PackedTopFields.size) {
            var bad = bytes
            bad[place] ^= 1
            #expect(try isIntact(bad) == false, "byte \(place)")
        }
    }

    @Test func `blocks out of order are refused`() {
        for firsts in [[(5, 1), (4, 9)], [(5, 1), (5, 1)], [(5, 2), (5, 1)]] {
            let section = Self.section { writer in
                for (key, row) in firsts {
                    writer.append(entries: 1) { _ in (UInt64(key), UInt32(row)) }
                }
            }
            section.read { view in
                _ = #expect(throws: FormatError.self) {
                    try PackedBlocks(view, count: 2, of: .tree, origin: 0)
                }
            }
        }
        for rows in [[0, 0], [128, 0], [0, 127]] as [[UInt32]] {
            let section = Self.section { writer in
                for first in rows { _ = writer.append(rowsFrom: first) { _ in 7 } }
            }
            section.read { view in
                _ = #expect(throws: FormatError.self) {
                    try PackedBlocks(view, count: 2, of: .rows, origin: 0)
                }
            }
        }
    }

    @Test func `a forged block with unordered entries is written and read without errors`() {
        for keys in [[5, 2], [9, 2, 12], [1, 0, .max, 0]] as [[UInt64]] {
            let section = Self.section { writer in
                writer.append(entries: keys.count) { (keys[$0], UInt32($0)) }
            }
            section.read { view in
                _ = #expect(throws: Never.self) {
                    try PackedBlocks(view, count: 1, of: .tree, origin: 0)
                }
            }
        }
    }
}
