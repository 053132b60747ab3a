internal import NacreFormat

extension CheckpointSection {
    /// Checks the section against its checksum, and the tops of its blocks so far that no search
    /// leaves these and that a tree can count their entries. Looks at no block: that is done when
    /// one is first needed, by ``CheckpointBlocks``.
    /// - Parameters:
    ///   - file: the whole file.
    ///   - covered: the numbers of the segments that the checkpoint covers, ascending.
    func check(in file: ByteView, covering covered: [UInt32]) throws(FormatError) {
        let view = try checked(in: file)
        if kind == .rows { try checkRows(view, covered) }
        if kind.isOfTree { try checkTree(view) }
    }

    /// Whether a tree can have so many entries: what is not, nobody makes room for.
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
        // They ascend, so that all of them end below where the last one does.
        let last = blocks.top(blocks.count - 1)
        let end = Int(last.baseRow) + last.count
        guard end <= Int(number) else { throw bad("rows", "below \(number)", end) }
        // As a rule all words of a block lead into one segment, and its top shows which.
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
            // Checks of trees would stop the process over any disorder. What is damaged is made
            // anew before it gets there.
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
    /// The segment that all words of a block of rows lead into; nil if there may be several.
    fileprivate var onlySegment: SegmentNumber? {
        let first = Position(baseKey).segment
        return Position(keyBound).segment == first ? first : nil
    }
}

extension PackedBlock {
    /// Whether the rows of the block lead into segments that the checkpoint covers: of those it is
    /// known that each record is checked when it is first read, and of others that all were.
    /// - Parameter covered: their numbers, ascending.
    func leads(onlyInto covered: [UInt32]) -> Bool {
        if let segment = top.onlySegment { return covered.containsSorted(segment.rawValue) }
        return (0..<count).allSatisfy { place in
            let position = Position(word(place))
            return position == .none || covered.containsSorted(position.segment.rawValue)
        }
    }
}
