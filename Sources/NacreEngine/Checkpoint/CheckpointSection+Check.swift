internal import NacreFormat

extension CheckpointSection {
    /// Checks the section's bytes against their checksum, and its blocks so far that no search
    /// leaves them and that a tree can count their entries; but it does not look at each entry.
    /// - Parameters:
    ///   - file: the whole file.
    ///   - covered: the numbers of the segments that the checkpoint covers, ascending.
    func check(in file: ByteView, covering covered: [UInt32]) throws(FormatError) {
        let view = try checked(in: file)
        if kind == .rows { try checkRows(view, covered) }
        if kind.isOfTree { try checkTree(view) }
    }

    private func checkRows(_ view: ByteView, _ covered: [UInt32]) throws(FormatError) {
        let blocks = try PackedBlocks(view, count: blocks, of: .rows, origin: offset)
        guard blocks.count > 0 else { return }
        // They ascend, so that all of them end below where the last one does.
        let last = blocks.top(blocks.count - 1)
        let end = Int(last.baseRow) + last.count
        guard end <= Int(number) else { throw bad("rows", "below \(number)", end) }
        try checkWords(blocks, covered)
    }

    /// Rows lead into segments that the checkpoint covers: of those it is known that each record is
    /// checked when it is first read, and of others that all of them were.
    private func checkWords(_ blocks: PackedBlocks, _ covered: [UInt32]) throws(FormatError) {
        var last = UInt32(0)
        func isCovered(_ segment: SegmentNumber) -> Bool {
            if segment.rawValue == last { return true }
            guard covered.containsSorted(segment.rawValue) else { return false }
            last = segment.rawValue
            return true
        }
        for index in 0..<blocks.count {
            let top = blocks.top(index)
            let first = Position(top.baseKey).segment
            // As a rule all words of a block lead into one segment, and its top shows it.
            if Position(top.keyBound).segment == first, isCovered(first) { continue }
            let block = blocks[index]
            for place in 0..<block.count {
                let position = Position(block.word(place))
                guard position == .none || isCovered(position.segment) else {
                    throw bad("rows", "places in segments \(covered)", position)
                }
            }
        }
    }

    private func checkTree(_ view: ByteView) throws(FormatError) {
        let blocks = try PackedBlocks(view, count: blocks, of: .tree, origin: offset)
        var count = 0
        for index in 0..<blocks.count { count += blocks.top(index).count }
        guard count == entries else { throw bad("entries", entries, count) }
        guard count <= Int(UInt32.max) else { throw bad("entries", "at most \(UInt32.max)", count) }
        #if NACRE_CHECKS
            // Checks of trees would stop the process over any disorder.
            var last: TreeEntry?
            for block in (0..<blocks.count).lazy.map({ blocks[$0] }) {
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

extension CheckpointSectionKind {
    /// Whether sections of the kind hold the leaves of a tree.
    var isOfTree: Bool {
        switch self {
        case .catalog, .segments, .rows: false
        case .ids, .unique, .index: true
        }
    }
}
