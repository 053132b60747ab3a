import Testing

@testable import NacreEngine

/// An entry that is put in the place of another one. Any steps at all are in ``TreePropertyTests``.
@Suite struct TreeReplaceTests {
    private static func entry(_ key: Int) -> TreeEntry { TreeEntry(key: UInt64(key), row: 7) }

    @Test func `an entry can be replaced at any place in its leaf`() throws {
        let all = (0..<40).map { Self.entry(10 * $0) }
        for old in all {
            for key in stride(from: 5, to: 410, by: 10) {
                let pool = NodePool(slabs: NodeSlabs())
                var tree = Tree(sorted: all, pool: pool)
                let isDone = tree.replace(old, by: Self.entry(key), pool: pool)
                #expect(isDone)
                try tree.checkInvariants()
                let expected = all.filter { $0 != old } + [Self.entry(key)]
                #expect(TreePropertyTests.entries(tree) == expected.sorted())
            }
        }
    }

    @Test func `a missing old entry or an existing new one is not replaced`() {
        let pool = NodePool(slabs: NodeSlabs())
        let all = [1, 3, 5].map(Self.entry)
        let pairs = [(2, 4), (1, 3), (3, 3), (9, 2)]
        for (entries, pairs) in [([], [(1, 2)]), (all, pairs)] {
            var tree = Tree(sorted: entries, pool: pool)
            for (old, new) in pairs {
                let isDone = tree.replace(Self.entry(old), by: Self.entry(new), pool: pool)
                #expect(!isDone, "\(old) by \(new)")
            }
            #expect(TreePropertyTests.entries(tree) == entries)
        }
    }

    @Test func `a step to the next key stays in its leaf and does not change versions`() throws {
        let pool = NodePool(slabs: NodeSlabs())
        let all = (0..<20_000).map { Self.entry(2 * $0) }
        var tree = Tree(sorted: all, pool: pool)
        let former = tree
        pool.publish()
        var left: [TreeEntry] = []
        for old in all where !tree.replace(old, by: Self.entry(Int(old.key) + 1), pool: pool) {
            left.append(old)
        }
        try tree.checkInvariants()
        let moved = all.map { left.contains($0) ? $0 : Self.entry(Int($0.key) + 1) }
        #expect(TreePropertyTests.entries(tree) == moved)
        #expect(left.count < all.count / 50)
        #expect(TreePropertyTests.entries(former) == all)
    }
}
