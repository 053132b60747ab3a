internal import NacreFormat

// Links the blocks of a checked section under inner nodes: one node for about 40 leaves, or for
// 128.

extension RowTable {
    /// Makes a table whose leaves are blocks of a checkpoint.
    init(_ blocks: PackedBlocks, _ pool: NodePool) {
        self.init(leaves: blocks.count, pool: pool) { index in
            (Node(packed: blocks.topView(index), isOfRows: true), blocks.top(index).baseRow)
        }
    }
}

extension Tree {
    /// Makes a tree whose leaves are blocks of a checkpoint.
    init(_ blocks: PackedBlocks, _ pool: NodePool) {
        self.init(leaves: blocks.count, pool: pool) { index in
            let top = blocks.top(index)
            return Tree.Child(
                node: Node(packed: blocks.topView(index), isOfRows: false), count: top.count,
                first: TreeEntry(key: top.baseKey, row: top.firstRow))
        }
    }
}
