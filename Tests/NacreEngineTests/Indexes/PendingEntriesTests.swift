import NacreTestSupport
import Testing

@testable import NacreEngine

/// Applying all pending entries of a tree at once gives the same result as applying them one by
/// one.
@Suite struct PendingEntriesTests {
    private static let entry = Generator<TreeEntry> { choices throws(Rejection) in
        TreeEntry(
            key: try choices.draw(.integer(in: 0...30)), row: try choices.draw(.integer(in: 0...8)))
    }

    /// Parameterized by the initial number of entries of the tree.
    @Test(arguments: [0, 3, 100, 2000])
    func `steps that are applied together equal single steps`(count: Int) {
        let step = Generator<(TreeEntry, Bool)>.tuple(Self.entry, .bool())
        let parts = Generator<[[(TreeEntry, Bool)]]>.array(
            of: .array(of: step, count: 0...150), count: 1...3)
        property("pending", runs: 40, parts) { parts in
            let pool = NodePool(slabs: NodeSlabs())
            var expected = Set(
                (0..<count).map { TreeEntry(key: UInt64($0 % 31), row: UInt32($0 / 31)) })
            var tree = Tree(sorted: expected.sorted(), pool: pool)
            for part in parts {
                var pending = PendingEntries()
                for (entry, isInsertion) in part {
                    if isInsertion {
                        pending.insert(entry)
                        expected.insert(entry)
                    } else {
                        pending.remove(entry)
                        expected.remove(entry)
                    }
                }
                pending.apply(to: &tree, pool: pool)
                try require(pending.isEmpty, "something is left")
                try tree.checkInvariants()
                var entries: [TreeEntry] = []
                tree.forEach { entry in
                    entries.append(entry)
                    return true
                }
                try requireEqual(entries, expected.sorted())
                _ = pool.publish()
            }
        }
    }
}
