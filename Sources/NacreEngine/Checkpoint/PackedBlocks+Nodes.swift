internal import NacreFormat

// Blocks of a section that was checked, hung under inner nodes: one for some forty leaves, or for
// a hundred and twenty-eight.

extension RowTable {
    /// A table whose leaves are blocks of a checkpoint.
    init(_ blocks: PackedBlocks, _ pool: NodePool) {
        self.init(leaves: blocks.count, pool: pool) { index in
            (Node(packed: blocks.topView(index), isOfRows: true), blocks.top(index).baseRow)
        }
    }
}

extension Tree {
    /// A tree whose leaves are blocks of a checkpoint.
    init(_ blocks: PackedBlocks, _ pool: NodePool) {
        self.init(leaves: blocks.count, pool: pool) { index in
            let top = blocks.top(index)
            return Tree.Child(
                node: Node(packed: blocks.topView(index), isOfRows: false), count: top.count,
                first: TreeEntry(key: top.baseKey, row: top.firstRow))
        }
    }
}
