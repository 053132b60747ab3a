import NacreFormat

@testable import NacreEngine

/// Packs trees and row tables into blocks as a checkpoint does, without a file. Keeps the bytes.
final class PackedLeaves {
    private var buffers: [ByteBuffer] = []

    /// Returns an equal tree, all of whose leaves are packed.
    func pack(_ tree: Tree, pool: NodePool) throws -> Tree {
        let blocks = try blocks(of: .tree) { writer in
            tree.forEachLeaf { writer.append($0) }
        }
        return Tree(leaves: blocks.count, pool: pool) { index in
            let leaf = Node(packed: blocks.topView(index), isOfRows: false)
            return Tree.Child(node: leaf, count: leaf.count, first: leaf.entry(0))
        }
    }

    /// Returns an equal table, all of whose leaves are packed.
    func pack(_ table: RowTable, pool: NodePool) throws -> RowTable {
        let blocks = try blocks(of: .rows) { writer in
            table.forEachLeaf { first, leaf, _ in
                _ = writer.append(rowsFrom: first) { leaf.word($0) }
                return true
            }
        }
        var packed = RowTable()
        for index in 0..<blocks.count {
            packed.setLeaf(
                Node(packed: blocks.topView(index), isOfRows: true),
                from: blocks.top(index).baseRow, pool: pool)
        }
        return packed
    }

    private func blocks(
        of content: PackedBlocks.Content, _ body: (inout PackedBlockWriter) -> Void
    ) throws -> PackedBlocks {
        let buffer = ByteBuffer()
        var writer = PackedBlockWriter(to: buffer)
        body(&writer)
        writer.appendTops()
        buffers.append(buffer)
        let blocks = try PackedBlocks(buffer.view, count: writer.count, of: content, origin: 0)
        // Marks each block as checked, because there is no checkpoint around them.
        for index in 0..<blocks.count {
            buffer.set(
                PackedLeafOwner.Mark.checked,
                at: blocks.offset(index) + PackedTopFields.zero.offset)
        }
        return blocks
    }
}
