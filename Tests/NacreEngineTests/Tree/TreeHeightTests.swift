import Testing

@testable import NacreEngine

/// The distance from the root of a tree to any entry, which is the cost of a lookup by id, by a
/// unique value, or by an index.
@Suite struct TreeHeightTests {
    @Test(arguments: [(1000, 2), (10_000, 3), (100_000, 3), (1_000_000, 4)])
    func `W15 W16 V24 a look-up passes few nodes, however many objects there are`(
        count: Int, nodes: Int
    ) throws {
        let pool = NodePool(slabs: NodeSlabs())
        _ = pool.mark()
        let entries = (0..<count).map { TreeEntry(key: UInt64($0) * 3, row: UInt32($0)) }
        let tree = Tree(sorted: entries, pool: pool)
        let root = try #require(tree.rootNode)
        #expect(root.level + 1 == nodes)
        for place in stride(from: 0, to: count, by: count / 100) {
            #expect(tree.contains(entries[place]))
            #expect(tree.rank(of: entries[place]) == place)
            #expect(!tree.contains(TreeEntry(key: entries[place].key + 1, row: 0)))
        }
    }

    @Test func `W15 V24 a tree with random insertions is at most one level higher`() throws {
        let pool = NodePool(slabs: NodeSlabs())
        _ = pool.mark()
        var (tree, key, before) = (Tree(), UInt64(1), 0)
        for count in 1...20_000 {
            // The factor is odd, so no key comes twice.
            key &*= 0x9E37_79B9_7F4A_7C15
            tree.insert(TreeEntry(key: key, row: UInt32(count)), pool: pool)
            let level = try #require(tree.rootNode).level
            #expect(level == before || level == before + 1)
            before = level
        }
        #expect(before <= 3)
    }
}
