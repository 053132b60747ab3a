/// A leaf as it stands in a checkpoint, searched in place (Formats.md, "Packed block"): of a tree,
/// entries of key and row; of a row table, words, of which the row is where they stand.
///
/// Numbers are stored as differences to the block's least, in as few whole bytes as the largest
/// difference takes.
@usableFromInline
package struct PackedBlock: Sendable {
    /// From the block's first byte; as long as the largest block and the slack behind it.
    @usableFromInline let view: ByteView
    @usableFromInline let baseKey: UInt64
    /// In a block of rows: the row of its first word.
    @usableFromInline package let baseRow: UInt32
    @usableFromInline package let count: Int
    @usableFromInline let keyWidth: Int
    @usableFromInline let rowWidth: Int

    /// The longest block there is, with the slack behind it.
    @inlinable package static var sizeMax: Int { 16 + 128 * 8 + 8 }

    /// A block that was checked by ``read(_:at:entriesMax:rowWidthMax:origin:)`` before: its
    /// numbers are believed.
    @inlinable @inline(__always)
    package init(checked view: ByteView) {
        self.view = view
        baseKey = view.load(at: PackedBlockFields.key.offset)
        baseRow = view.load(at: PackedBlockFields.row.offset)
        count = Int(view.load(UInt16.self, at: PackedBlockFields.count.offset))
        keyWidth = Int(view.load(UInt8.self, at: PackedBlockFields.keyWidth.offset))
        rowWidth = Int(view.load(UInt8.self, at: PackedBlockFields.rowWidth.offset))
    }

    /// The bytes of the block, with the zeros that fill it up.
    package var bytes: ByteView { view[0..<size] }

    /// In bytes, a multiple of 8.
    @inlinable package var size: Int {
        (PackedBlockFields.size + count * (keyWidth + rowWidth) + 7) & ~7
    }

    /// All ones in the bytes of a width of 0 to 8.
    @inlinable @inline(__always)
    static func mask(_ width: Int) -> UInt64 { (1 << UInt64(width &* 8)) &- 1 }

    @inlinable @inline(__always)
    package func key(_ index: Int) -> UInt64 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        let offset = PackedBlockFields.size &+ index &* keyWidth
        return baseKey &+ (view.load(UInt64.self, at: offset) & Self.mask(keyWidth))
    }

    @inlinable @inline(__always)
    package func row(_ index: Int) -> UInt32 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        let offset = PackedBlockFields.size &+ count &* keyWidth &+ index &* rowWidth
        let mask = UInt32(truncatingIfNeeded: Self.mask(rowWidth))
        return baseRow &+ (view.load(UInt32.self, at: offset) & mask)
    }

    /// The word of the row `baseRow + index`, 0 if it has none.
    @inlinable
    package func word(_ index: Int) -> UInt64 {
        guard index < count else { return 0 }
        let offset = PackedBlockFields.size &+ index &* keyWidth
        let mask = Self.mask(keyWidth)
        let difference = view.load(UInt64.self, at: offset) & mask
        return difference == mask ? 0 : baseKey &+ difference
    }

    /// The first index whose entry is not below the one of a key and a row.
    @inlinable
    package func lowerBound(key: UInt64, row: UInt32) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low &+ high) / 2
            let other = self.key(middle)
            if other < key || (other == key && self.row(middle) < row) {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return low
    }

    // MARK: Reading

    /// Checks a block, so that no reading of it leaves the section: what it says beyond that may
    /// still be wrong.
    /// - Parameters:
    ///   - section: the blocks, with the slack behind the last one.
    ///   - origin: where the section begins in its file.
    package static func read(
        _ section: ByteView, at offset: Int, entriesMax: Int, rowWidthMax: Int, origin: Int
    ) throws(FormatError) -> PackedBlock {
        let room = section.count - offset
        guard offset >= 0, room >= PackedBlockFields.size + PackedBlockFields.slack else {
            throw bad("header", origin + offset, "a block", "\(room) bytes")
        }
        let block = PackedBlock(checked: section[offset..<section.count])
        guard block.count > 0, block.count <= entriesMax, block.keyWidth <= 8,
            block.rowWidth <= rowWidthMax, block.size <= room - PackedBlockFields.slack
        else {
            throw bad(
                "entries and widths", origin + offset, "those of a block within \(room) bytes",
                "\(block.count), \(block.keyWidth), \(block.rowWidth)")
        }
        return block
    }

    private static func bad(
        _ field: String, _ offset: Int, _ expected: String, _ found: String
    ) -> FormatError {
        FormatError(
            .badValue, structure: "packed block", field: field, offset: offset, expected: expected,
            found: found)
    }
}

// MARK: Writing

extension PackedBlock {
    /// Appends a block of a tree.
    /// - Parameters:
    ///   - count: at least 1.
    ///   - entry: by place, in ascending order. Out of it, as a forged checkpoint may have them,
    ///     they do not come back; but nothing stops here.
    package static func append(
        entries count: Int, to buffer: ByteBuffer, _ entry: (Int) -> (key: UInt64, row: UInt32)
    ) {
        let baseKey = entry(0).key
        var rows = (entry(0).row, entry(0).row)
        for index in 1..<max(count, 1) {
            let row = entry(index).row
            rows = (min(rows.0, row), max(rows.1, row))
        }
        let keyWidth = width(entry(count - 1).key &- baseKey)
        let rowWidth = width(UInt64(rows.1 - rows.0))
        let start = begin(count, baseKey, rows.0, keyWidth, rowWidth, buffer)
        // Each number is written as a whole word, whose upper bytes are zeros that the next one
        // takes the place of.
        for index in 0..<count {
            buffer.set(entry(index).key &- baseKey, at: start + index * keyWidth)
        }
        for index in 0..<count {
            buffer.set(
                entry(index).row - rows.0, at: start + count * keyWidth + index * rowWidth)
        }
        end(start, count * (keyWidth + rowWidth), buffer)
    }

    /// Appends a block of rows; none if there is no word.
    /// - Parameters:
    ///   - first: the row of the first word.
    ///   - word: by place, 0 for a free row.
    /// - Returns: how many rows are not free.
    package static func append(
        rowsFrom first: UInt32, to buffer: ByteBuffer, _ word: (Int) -> UInt64
    ) -> Int {
        var used = 0
        var count = 0
        var words: (least: UInt64, most: UInt64) = (.max, 0)
        for index in 0..<PackedBlockFields.wordsMax {
            let word = word(index)
            guard word != 0 else { continue }
            used += 1
            count = index + 1
            words = (min(words.least, word), max(words.most, word))
        }
        guard used > 0 else { return 0 }
        // One more than the largest difference: all ones say that a row is free.
        let keyWidth = width(words.most - words.least + 1)
        let start = begin(count, words.least, first, keyWidth, 0, buffer)
        for index in 0..<count {
            let word = word(index)
            buffer.set(
                word == 0 ? mask(keyWidth) : word - words.least, at: start + index * keyWidth)
        }
        end(start, count * keyWidth, buffer)
        return used
    }

    /// How many bytes a number takes.
    private static func width(_ number: UInt64) -> Int {
        (UInt64.bitWidth - number.leadingZeroBitCount + 7) / 8
    }

    /// - Returns: where the numbers begin.
    private static func begin(
        _ count: Int, _ key: UInt64, _ row: UInt32, _ keyWidth: Int, _ rowWidth: Int,
        _ buffer: ByteBuffer
    ) -> Int {
        buffer.append(key)
        buffer.append(row)
        buffer.append(UInt16(count))
        buffer.append(UInt8(keyWidth))
        buffer.append(UInt8(rowWidth))
        let start = buffer.count
        buffer.appendZeros(count * (keyWidth + rowWidth) + PackedBlockFields.slack)
        return start
    }

    private static func end(_ start: Int, _ length: Int, _ buffer: ByteBuffer) {
        buffer.truncate(to: start + length)
        buffer.pad(to: PackedBlockFields.alignment)
    }
}
