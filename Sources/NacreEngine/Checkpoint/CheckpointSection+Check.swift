internal import NacreFormat

extension CheckpointSection {
    /// Checks the section's checksum, and the tops of its blocks: no search may leave the blocks,
    /// and a tree must be able to count their entries. Reads no block: ``CheckpointBlocks`` checks
    /// each block on first use.
    /// - Parameters:
    ///   - file: The whole file.
    ///   - covered: The numbers of the segments that the checkpoint covers, ascending.
    func check(in file: ByteView, covering covered: [UInt32]) throws(FormatError) {
        let view = try checked(in: file)
        if kind == .rows { try checkRows(view, covered) }
        if kind.isOfTree { try checkTree(view) }
    }

    /// Checks that a tree can have this number of entries, before memory is allocated for them.
    func checkSize() throws(FormatError) {
        let most = blocks.multipliedReportingOverflow(by: PackedBlock.entriesMax)
        guard !most.overflow, entries <= most.partialValue, blocks <= entries else {
            throw bad("blocks", "1 to \(PackedBlock.entriesMax) entries in each", blocks)
        }
        let tops = length / PackedTopFields.size
        guard blocks <= tops else { throw bad("blocks", "at most \(tops)", blocks) }
        guard entries <= Int(UInt32.max) else {
            throw bad("entries", "at most \(UInt32.max)", entries)
        }
    }

    private func checkRows(_ view: ByteView, _ covered: [UInt32]) throws(FormatError) {
        let blocks = try PackedBlocks(view, count: blocks, of: .rows, origin: offset)
        guard blocks.count > 0 else { return }
        // They are in ascending order, so all of them end below the end of the last one.
        let last = blocks.top(blocks.count - 1)
        let end = Int(last.baseRow) + last.count
        guard end <= Int(number) else { throw bad("rows", "below \(number)", end) }
        // Usually all words of a block refer to one segment, and its top shows which.
        var known = UInt32(0)
        for index in 0..<blocks.count {
            guard let segment = blocks.top(index).onlySegment?.rawValue, segment != known else {
                continue
            }
            guard covered.containsSorted(segment) else {
                throw bad("rows", "places in segments \(covered)", segment)
            }
            known = segment
        }
    }

    private func checkTree(_ view: ByteView) throws(FormatError) {
        let blocks = try PackedBlocks(view, count: blocks, of: .tree, origin: offset)
        var count = 0
        for index in 0..<blocks.count { count += blocks.top(index).count }
        guard count == entries else { throw bad("entries", entries, count) }
        try checkSize()
        #if NACRE_CHECKS
            // The invariant checks of trees would stop the process if entries were out of order.
            // Damaged blocks are left out, because they are rebuilt before a tree reads them.
            var last: TreeEntry?
            for block in (0..<blocks.count).lazy.map({ blocks[$0] }).filter(\.isIntact) {
                for index in 0..<block.count {
                    let entry = TreeEntry(key: block.key(index), row: block.row(index))
                    if let last, !(last < entry) {
                        throw bad("entries", "in ascending order", "another")
                    }
                    last = entry
                }
            }
        #endif
    }

    func bad(_ field: String, _ expected: Any, _ found: Any) -> FormatError {
        FormatError(
            .badValue, structure: "checkpoint section", field: "\(field) of '\(kind)'",
            offset: offset, expected: "\(expected)", found: "\(found)")
    }
}

extension PackedTop {
    /// The segment that all words of a block of rows refer to; nil if there may be several.
    fileprivate var onlySegment: SegmentNumber? {
        let first = Position(baseKey).segment
        return Position(keyBound).segment == first ? first : nil
    }
}

extension PackedBlock {
    /// Returns whether the rows of the block refer only to segments that the checkpoint covers.
    /// Records in those segments are checked when first read; those in other segments have all been
    /// checked.
    /// - Parameter covered: The segment numbers, ascending.
    func leads(onlyInto covered: [UInt32]) -> Bool {
        if let segment = top.onlySegment { return covered.containsSorted(segment.rawValue) }
        return (0..<count).allSatisfy { place in
            let position = Position(word(place))
            return position == .none || covered.containsSorted(position.segment.rawValue)
        }
    }
}
