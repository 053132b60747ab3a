/// Writes the blocks of one section one after another, and finally their tops.
package struct PackedBlockWriter {
    private let buffer: ByteBuffer
    private var tops: [(top: PackedTop, place: Int)] = []
    /// The size of the blocks so far, in bytes. The buffer may be emptied meanwhile.
    private var length = 0

    /// Makes a writer.
    /// - Parameter buffer: The buffer that gets blocks and tops. It begins where the section does.
    package init(to buffer: ByteBuffer) { self.buffer = buffer }

    package var count: Int { tops.count }

    /// Appends a block of a tree.
    /// - Parameters:
    ///   - count: The number of entries, 1 to ``PackedBlock/entriesMax``.
    ///   - entry: Returns an entry by its place, in ascending order. If the order is wrong, as in a
    ///     forged checkpoint, reading the block yields other entries, but nothing traps here.
    package mutating func append(
        entries count: Int, _ entry: (Int) -> (key: UInt64, row: UInt32)
    ) {
        let first = entry(0)
        var rows = (least: first.row, most: first.row)
        for index in 1..<max(count, 1) {
            let row = entry(index).row
            rows = (min(rows.least, row), max(rows.most, row))
        }
        let top = PackedTop(
            baseKey: first.key, baseRow: rows.least, firstRow: first.row, count: count,
            keyWidth: Self.width(entry(count - 1).key &- first.key),
            rowWidth: Self.width(UInt64(rows.most - rows.least)))
        let start = begin(top)
        // Each number is written as a whole word. Its upper bytes are zeros, which the next number
        // overwrites.
        for index in 0..<count {
            buffer.set(entry(index).key &- first.key, at: start + index * top.keyWidth)
        }
        let rowStart = start + count * top.keyWidth
        for index in 0..<count {
            buffer.set(entry(index).row - rows.least, at: rowStart + index * top.rowWidth)
        }
        end(top, start)
    }

    /// Appends a block of rows; no block if there is no word.
    /// - Parameters:
    ///   - first: The row of the first word.
    ///   - word: Returns a word by its place, 0 for a free row.
    /// - Returns: The number of rows that are not free.
    package mutating func append(rowsFrom first: UInt32, _ word: (Int) -> UInt64) -> Int {
        var used = 0
        var count = 0
        var words: (least: UInt64, most: UInt64) = (.max, 0)
        for index in 0..<PackedBlock.wordsMax {
            let word = word(index)
            guard word != 0 else { continue }
            used += 1
            count = index + 1
            words = (min(words.least, word), max(words.most, word))
        }
        guard used > 0 else { return 0 }
        // One more than the largest difference, because all ones mark a free row.
        let top = PackedTop(
            baseKey: words.least, baseRow: first, firstRow: first, count: count,
            keyWidth: Self.width(words.most - words.least + 1), rowWidth: 0)
        let start = begin(top)
        for index in 0..<count {
            let word = word(index)
            buffer.set(
                word == 0 ? PackedBlock.mask(top.keyWidth) : word - words.least,
                at: start + index * top.keyWidth)
        }
        end(top, start)
        return used
    }

    /// Appends a block copied from another checkpoint.
    package mutating func append(_ block: PackedBlock) {
        tops.append((block.top, length))
        buffer.append(block.bytes)
        length += block.top.blockSize
    }

    /// Ends the section by appending the tops.
    package func appendTops() {
        for (index, (top, place)) in tops.enumerated() {
            top.encode(
                into: buffer, blockAt: place, topAt: length + index * PackedTopFields.size)
        }
    }

    /// Returns the number of bytes that a number takes.
    private static func width(_ number: UInt64) -> Int {
        (UInt64.bitWidth - number.leadingZeroBitCount + 7) / 8
    }

    /// Begins a block.
    /// - Returns: The offset in the buffer where the numbers begin.
    private func begin(_ top: PackedTop) -> Int {
        let start = buffer.count
        // One more word, so that every number can be written as a whole word.
        buffer.appendZeros(top.blockSize + PackedTopFields.alignment)
        return start
    }

    private mutating func end(_ top: PackedTop, _ start: Int) {
        var top = top
        let end = start + top.count * (top.keyWidth + top.rowWidth)
        buffer.truncate(to: end)
        buffer.appendZeros(start + top.blockSize - end)
        top.crc = buffer.view[start..<start + top.blockSize].crc
        tops.append((top, length))
        length += top.blockSize
    }
}
