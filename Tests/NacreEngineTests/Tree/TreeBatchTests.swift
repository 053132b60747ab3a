import NacreTestSupport
import Testing

@testable import NacreEngine

/// Many changes of a tree at once, compared with a set.
@Suite struct TreeBatchTests {
    struct Batch: Sendable {
        enum Kind: Sendable { case scattered, removal, refill, behind }

        let kind: Kind
        let start: Int
        let count: Int
        let seed: UInt64
        /// Whether the tree is packed before the batch, as by a checkpoint.
        let isPacked: Bool
        /// Whether the tree is published and held before the batch.
        let isHeld: Bool
        let isRolledBack: Bool
    }

    private static let batch = Generator<Batch> { choices throws(Rejection) in
        Batch(
            kind: try choices.draw(.element(of: [.scattered, .removal, .refill, .behind])),
            start: try choices.draw(.integer(in: 0...24_000)),
            count: try choices.draw(
                .frequency(
                    (1, .just(1)), (2, .integer(in: 0...40)), (2, .integer(in: 0...5000)),
                    (1, .integer(in: 4096...12_000)))),
            seed: try choices.draw(.integer()), isPacked: try choices.draw(.bool()),
            isHeld: try choices.draw(.bool()),
            isRolledBack: try choices.draw(.element(of: [false, false, true])))
    }

    private static func steps(_ batch: Batch, _ model: Set<TreeEntry>) -> [TreeStep] {
        var random = SplitMix64(seed: batch.seed)
        let places = 0..<batch.count
        switch batch.kind {
        case .scattered:
            // Half of them change nothing.
            return places.map { _ in
                TreeStep(
                    entry: TreeEntry(key: random.next(upTo: 25_000), row: 0),
                    isInsertion: random.oneIn(2))
            }
        case .removal, .refill:
            return places.map {
                TreeStep(
                    entry: TreeEntry(key: UInt64(batch.start + $0), row: 0),
                    isInsertion: batch.kind == .refill)
            }
        case .behind:
            let last = model.max()?.key ?? 0
            return places.map {
                TreeStep(entry: TreeEntry(key: last + UInt64($0), row: 1), isInsertion: true)
            }
        }
    }

    @Test func `a batch of steps equals single steps, at any size of a tree`() {
        let sizes = Generator<Int>.element(of: [0, 1, 85, 86, 3570, 3571, 7000, 12_000])
        let input = Generator<(Int, [Batch])>.tuple(sizes, .array(of: Self.batch, count: 0...8))
        property("batches", runs: 30, input) { size, batches in
            let pool = NodePool(slabs: NodeSlabs())
            let packed = PackedLeaves()
            let all = (0..<size).map { TreeEntry(key: UInt64($0 * 2), row: 0) }
            // This size has leaves of two entries, so that there are three levels of inner nodes.
            var tree =
                size == 7000
                ? Tree(leaves: size / 2, pool: pool) { Tree.leaf(all[$0 * 2..<$0 * 2 + 2], pool) }
                : Tree(sorted: all, pool: pool)
            var model = Set(all)
            var held: [(stamp: UInt64, tree: Tree, entries: [TreeEntry])] = []
            for batch in batches {
                if batch.isPacked {
                    var former = tree
                    tree = try packed.pack(tree, pool: pool)
                    former.removeAll(pool: pool)
                }
                if batch.isHeld { held.append((pool.publish(), tree, model.sorted())) }
                pool.reclaim(pinned: held.map(\.stamp))
                var steps = Self.steps(batch, model)
                steps.settle()
                let before = (tree, model, pool.mark())
                tree.apply(steps, pool: pool)
                for step in steps {
                    if step.isInsertion {
                        model.insert(step.entry)
                    } else {
                        model.remove(step.entry)
                    }
                }
                try tree.checkInvariants()
                try requireEqual(TreePropertyTests.entries(tree), model.sorted(), "entries")
                if batch.isRolledBack {
                    pool.rollBack(to: before.2)
                    (tree, model) = (before.0, before.1)
                } else {
                    pool.keep(before.2)
                }
                for held in held {
                    let entries = TreePropertyTests.entries(held.tree)
                    try requireEqual(entries, held.entries, "a snapshot")
                }
            }
            tree.apply(
                model.sorted().map { TreeStep(entry: $0, isInsertion: false) }, pool: pool)
            try requireEqual(tree.count, 0, "an empty tree")
            _ = pool.publish()
            pool.reclaim(pinned: [])
            try requireEqual(pool.liveCount, 0, "nodes of an empty tree")
        }
    }

    @Test(arguments: [1, 30, 1000, 20_000])
    func `keys in random order leave leaves that are four fifths full`(batch: Int) throws {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree()
        var random = SplitMix64(seed: 7)
        for _ in 0..<60_000 / batch {
            var steps = (0..<batch).map { _ in
                TreeStep(entry: TreeEntry(key: random.next(), row: 0), isInsertion: true)
            }
            steps.settle()
            tree.apply(steps, pool: pool)
        }
        try tree.checkInvariants()
        #expect(pool.liveCount * Node.size < tree.count * 16)
    }

    @Test func `large changes with keys in random order leave no memory allocated`() throws {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree()
        var random = SplitMix64(seed: 8)
        for _ in 0..<5 {
            var steps = (0..<160_000).map { _ in
                TreeStep(entry: TreeEntry(key: random.next(), row: 0), isInsertion: true)
            }
            steps.settle()
            tree.apply(steps, pool: pool)
            _ = pool.publish()
            pool.reclaim(pinned: [])
        }
        try tree.checkInvariants()
        // Half as much again if retired nodes stayed.
        #expect(pool.nodeCount * Node.size < tree.count * 22)
        tree.removeAll(pool: pool)
        _ = pool.publish()
        pool.reclaim(pinned: [])
        #expect(pool.liveCount == 0)
        #expect(pool.nodeCount * Node.size < 8 << 20)
    }

    @Test func `a version that is held keeps its nodes, whatever is freed`() throws {
        let pool = NodePool(slabs: NodeSlabs())
        let all = (0..<400_000).map { TreeEntry(key: $0 * 3, row: 0) }
        var tree = Tree(sorted: all, pool: pool)
        let (held, stamp) = (tree, pool.publish())
        for round in 1...2 as ClosedRange<UInt64> {
            let new = all.map { TreeEntry(key: $0.key + round, row: 0) }
            tree.apply(new.map { TreeStep(entry: $0, isInsertion: true) }, pool: pool)
            _ = pool.publish()
            pool.reclaim(pinned: [stamp])
        }
        #expect(held.entries == all)
        #expect(tree.count == 1_200_000)
        let most = pool.nodeCount
        pool.reclaim(pinned: [])
        #expect(pool.nodeCount < most)
        try tree.checkInvariants()
    }

    @Test func `removals in one batch leave the minimal number of nodes`() throws {
        let pool = NodePool(slabs: NodeSlabs())
        let all = (0..<12_000).map { TreeEntry(key: $0, row: 0) }
        var tree = Tree(sorted: all, pool: pool)
        let gone = all.filter { $0.key % 3000 != 0 }
        tree.apply(gone.map { TreeStep(entry: $0, isInsertion: false) }, pool: pool)
        try tree.checkInvariants()
        #expect(tree.count == 4)
        #expect(pool.liveCount == 1)
    }

    @Test func `removing every second entry does not rebalance leaves with enough entries`() throws
    {
        let pool = NodePool(slabs: NodeSlabs())
        let all = (0..<68 * 40).map { TreeEntry(key: $0, row: 0) }
        var tree = Tree(leaves: 40, pool: pool) {
            Tree.leaf(all[$0 * 68..<($0 + 1) * 68], pool)
        }
        _ = pool.publish()
        let gone = all.filter { $0.key % 2 == 1 }
        tree.apply(gone.map { TreeStep(entry: $0, isInsertion: false) }, pool: pool)
        try tree.checkInvariants()
        var counts: Set<Int> = []
        tree.forEachLeaf { counts.insert($0.count) }
        #expect(counts == [34])
    }

    @Test func `keys in order leave full leaves at any batch size`() throws {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree()
        for start in stride(from: 0, to: 64_000, by: 100) {
            let steps = (start..<start + 100).map {
                TreeStep(entry: TreeEntry(key: UInt64($0), row: 0), isInsertion: true)
            }
            tree.apply(steps, pool: pool)
        }
        try tree.checkInvariants()
        // 753 full leaves, and inner nodes of 42 children above them.
        #expect(pool.liveCount < 753 + 30)
    }

    @Test func `entries are sorted by key and then row, and equal ones keep their order`() {
        struct Tagged: TreeOrdered, Equatable {
            let entry: TreeEntry
            let tag: Int
        }
        let key = Generator<UInt64>.frequency(
            (2, .integer(in: 0...3)), (1, .integer()), (1, .integer(in: 0...70_000)))
        let entry = Generator<TreeEntry> { choices throws(Rejection) in
            TreeEntry(
                key: try choices.draw(key),
                row: try choices.draw(.frequency((3, .integer(in: 0...300)), (1, .integer()))))
        }
        property("sort", runs: 40, .array(of: entry, count: 0...900)) { entries in
            let tagged = entries.enumerated().map { Tagged(entry: $1, tag: $0) }
            var sorted = tagged
            sorted.sortByEntry()
            let expected = tagged.sorted {
                $0.entry != $1.entry ? $0.entry < $1.entry : $0.tag < $1.tag
            }
            try requireEqual(sorted, expected)
            var ascending = entries.enumerated().map {
                Tagged(entry: TreeEntry(key: $1.key, row: UInt32($0 / 2)), tag: $0)
            }
            let byRow = ascending.sorted {
                $0.entry != $1.entry ? $0.entry < $1.entry : $0.tag < $1.tag
            }
            ascending.sortByEntry()
            try requireEqual(ascending, byRow, "rows that ascend already")
        }
    }
}
