/// The blocks of a section of a checkpoint, followed by their tops. Offsets and sizes in the tops
/// are checked, so no read leaves the section. Other content may still be wrong:
/// ``PackedBlock/isIntact`` checks a block itself.
@usableFromInline
package struct PackedBlocks {
    @usableFromInline
    package enum Content {
        case tree
        case rows
    }

    @usableFromInline let section: ByteView
    @usableFromInline package let count: Int
    /// The offset of the tops in the section.
    @usableFromInline package let topsStart: Int

    /// Makes the blocks of a section that was checked before.
    @inlinable
    package init(checked section: ByteView, count: Int) {
        self.section = section
        self.count = count
        topsStart = section.count - count * PackedTopFields.size
    }

    /// Checks every top, without reading any block.
    /// - Parameters:
    ///   - section: The whole section.
    ///   - origin: The offset of the section in its file.
    package init(
        _ section: ByteView, count: Int, of content: Content, origin: Int
    ) throws(FormatError) {
        guard count >= 0, count <= section.count / PackedTopFields.size,
            section.count % PackedTopFields.alignment == 0
        else {
            throw FormatError(
                .badValue, structure: "packed blocks", field: "tops", offset: origin,
                expected: "\(count) in whole words", found: "\(section.count) bytes")
        }
        self.init(checked: section, count: count)
        try checkTops(content, origin)
    }

    private func checkTops(_ content: Content, _ origin: Int) throws(FormatError) {
        let entriesMax = content == .rows ? PackedBlock.wordsMax : PackedBlock.entriesMax
        let rowWidthMax = content == .rows ? 0 : 4
        // The subtractions below cannot underflow: `place <= topsStart <= offset`.
        var place = 0
        for index in 0..<count {
            let offset = self.offset(index)
            let top = PackedTop(section, at: offset)
            guard top.count > 0, top.count <= entriesMax, top.keyWidth <= 8,
                top.rowWidth <= rowWidthMax, top.bytesToBlock == offset &- place,
                top.blockSize <= topsStart &- place,
                section.load(UInt32.self, at: offset &+ PackedTopFields.zero.offset) == 0
            else {
                throw bad(
                    "distance, entries and widths", origin + offset,
                    "those of a block at \(place)",
                    "\(top.bytesToBlock), \(top.count), \(top.keyWidth), \(top.rowWidth)")
            }
            // Decoded again: only two of its numbers are used.
            guard index == 0 || Self.isInOrder(self.top(index - 1), top, content),
                content == .tree || Self.isWhole(top)
            else {
                throw bad(
                    "first entry", origin + offset, "above the first entry of the block before",
                    "another one")
            }
            place &+= top.blockSize
        }
        guard place == topsStart else {
            throw bad("blocks", origin, "up to \(topsStart)", "up to \(place)")
        }
    }

    /// Compares the first entries only. A search in a block that is out of order may miss an entry,
    /// but does no harm.
    @inline(__always)
    private static func isInOrder(
        _ last: PackedTop, _ top: PackedTop, _ content: Content
    ) -> Bool {
        switch content {
        case .rows: last.baseRow < top.baseRow
        case .tree:
            last.baseKey < top.baseKey
                || last.baseKey == top.baseKey && last.firstRow < top.firstRow
        }
    }

    /// Whether the first row of a block of rows is valid.
    @inline(__always)
    private static func isWhole(_ top: PackedTop) -> Bool {
        top.baseRow % UInt32(PackedBlock.wordsMax) == 0 && top.firstRow == top.baseRow
    }

    /// Returns the offset of a top in the section.
    @inlinable @inline(__always)
    package func offset(_ index: Int) -> Int { topsStart &+ index &* PackedTopFields.size }

    @inlinable @inline(__always)
    package func top(_ index: Int) -> PackedTop { PackedTop(section, at: offset(index)) }

    /// Returns the bytes of a top. They contain the distance to its block.
    @inlinable @inline(__always)
    package func topView(_ index: Int) -> ByteView {
        section[offset(index)..<offset(index) + PackedTopFields.size]
    }

    package subscript(index: Int) -> PackedBlock {
        let top = self.top(index)
        let end = offset(index)
        return PackedBlock(
            top, in: section[end - top.bytesToBlock..<end + PackedTopFields.size])
    }

    private func bad(
        _ field: String, _ offset: Int, _ expected: String, _ found: String
    ) -> FormatError {
        FormatError(
            .badValue, structure: "packed block", field: field, offset: offset, expected: expected,
            found: found)
    }
}
