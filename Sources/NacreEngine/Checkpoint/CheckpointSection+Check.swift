internal import NacreFormat

extension CheckpointSection {
    /// Checks the section's bytes against their checksum, and its blocks so far that no search
    /// leaves them and that a tree can count their entries; but it does not look at each entry.
    /// - Parameter file: the whole file.
    func check(in file: ByteView) throws(FormatError) {
        let view = try checked(in: file)
        if kind == .rows { try checkRows(view) }
        if kind.isOfTree { try checkTree(view) }
    }

    private func checkRows(_ view: ByteView) throws(FormatError) {
        let blocks = try PackedBlocks(view, count: blocks, of: .rows, origin: offset)
        guard blocks.count > 0 else { return }
        // They ascend, so that all of them end below where the last one does.
        let last = blocks.top(blocks.count - 1)
        let end = Int(last.baseRow) + last.count
        guard end <= Int(number) else { throw bad("rows", "below \(number)", end) }
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
