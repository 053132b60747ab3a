import NacreFormat

@testable import NacreEngine

/// Packs trees and row tables into blocks as a checkpoint does, without a file. Keeps the bytes.
final class PackedLeaves {
    private var buffers: [ByteBuffer] = []

    /// The same tree, all of whose leaves are packed.
    func pack(_ tree: Tree, pool: NodePool) -> Tree {
        var offsets: [Int] = []
        let buffer = ByteBuffer()
        tree.forEachLeaf { leaf in
            offsets.append(buffer.count)
            if let block = leaf.packed {
                buffer.append(block.bytes)
            } else {
                PackedBlock.append(entries: leaf.count, to: buffer) {
                    (leaf.entry($0).key, leaf.entry($0).row)
                }
            }
        }
        buffer.appendZeros(PackedBlockFields.slack)
        buffers.append(buffer)
        let view = buffer.view
        return Tree(
            leaves: offsets.map { offset in
                let leaf = Node(packed: view[offset..<view.count], isOfRows: false)
                return Tree.Child(node: leaf, count: leaf.count, first: leaf.entry(0))
            }, pool: pool)
    }

    /// The same table, all of whose leaves are packed.
    func pack(_ table: RowTable, pool: NodePool) -> RowTable {
        var leaves: [(first: UInt32, offset: Int)] = []
        let buffer = ByteBuffer()
        table.forEachLeaf { first, leaf in
            let offset = buffer.count
            let used = PackedBlock.append(rowsFrom: first, to: buffer) { leaf.word($0) }
            if used > 0 { leaves.append((first, offset)) }
        }
        buffer.appendZeros(PackedBlockFields.slack)
        buffers.append(buffer)
        let view = buffer.view
        var packed = RowTable()
        for (first, offset) in leaves {
            packed.setLeaf(
                Node(packed: view[offset..<view.count], isOfRows: true), from: first, pool: pool)
        }
        return packed
    }
}
