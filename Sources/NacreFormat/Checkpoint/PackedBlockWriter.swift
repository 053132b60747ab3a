/// Writes the blocks of one section, one after another, and their tops at last.
package struct PackedBlockWriter {
    private let buffer: ByteBuffer
    private var tops: [(top: PackedTop, place: Int)] = []
    /// Of the blocks so far, in bytes: the buffer may be emptied meanwhile.
    private var length = 0

    /// - Parameter buffer: gets blocks and tops, beginning where the section does.
    package init(to buffer: ByteBuffer) { self.buffer = buffer }

    package var count: Int { tops.count }

    /// Appends a block of a tree.
    /// - Parameters:
    ///   - count: 1 to ``PackedBlock/entriesMax``.
    ///   - entry: by place, in ascending order. Out of it, as a forged checkpoint may have them,
    ///     they do not come back; but nothing stops here.
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
        // Each number is written as a whole word, whose upper bytes are zeros that the next one
        // takes the place of.
        for index in 0..<count {
            buffer.set(entry(index).key &- first.key, at: start + index * top.keyWidth)
        }
        let rowStart = start + count * top.keyWidth
        for index in 0..<count {
            buffer.set(entry(index).row - rows.least, at: rowStart + index * top.rowWidth)
        }
        end(top, start)
    }

    /// Appends a block of rows; none if there is no word.
    /// - Parameters:
    ///   - first: the row of the first word.
    ///   - word: by place, 0 for a free row.
    /// - Returns: how many rows are not free.
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
        // One more than the largest difference: all ones say that a row is free.
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

    /// Appends a block as another checkpoint has it.
    package mutating func append(_ block: PackedBlock) {
        tops.append((block.top, length))
        buffer.append(block.bytes)
        length += block.top.blockSize
    }

    /// Ends the section.
    package func appendTops() {
        for (index, (top, place)) in tops.enumerated() {
            top.encode(
                into: buffer, blockAt: place, topAt: length + index * PackedTopFields.size)
        }
    }

    /// How many bytes a number takes.
    private static func width(_ number: UInt64) -> Int {
        (UInt64.bitWidth - number.leadingZeroBitCount + 7) / 8
    }

    /// - Returns: where in the buffer the numbers begin.
    private func begin(_ top: PackedTop) -> Int {
        let start = buffer.count
        // A word more, so that whole words can be written of any number.
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
