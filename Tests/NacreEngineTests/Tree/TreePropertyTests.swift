import NacreTestSupport
import Testing

@testable import NacreEngine

/// The tree and the row table, compared with a sorted array and a dictionary, with snapshots that
/// must not change, and nodes that must come back to the pool.
@Suite struct TreePropertyTests {
    enum Step: Sendable {
        case insert(TreeEntry)
        case remove(TreeEntry)
        /// Moves the entry at a place to another key.
        case replace(Int, by: UInt64)
        case removeRange(Int)
        case snapshot
        case drop(Int)
        case publish
        case rollBack
        case mark
        case endMark(keeping: Bool)
        /// Packs the leaves, as if the store was opened with a checkpoint.
        case pack
    }

    static let entry = Generator<TreeEntry> { choices throws(Rejection) in
        // Few keys, so that entries meet again, tie, and are removed; sometimes distant ones.
        let key: Int64 = try choices.draw(
            .frequency((8, .integer(in: 0...300)), (1, .integer())))
        return TreeEntry(key: UInt64(bitPattern: key), row: try choices.draw(.integer(in: 0...3)))
    }

    static let step = Generator<Step>.frequency(
        (12, entry.map { .insert($0) }), (6, entry.map { .remove($0) }),
        (4, replacement),
        (1, Generator<Int>.integer(in: 0...200).map { .removeRange($0) }), (1, .just(.snapshot)),
        (1, Generator<Int>.integer(in: 0...5).map { .drop($0) }), (1, .just(.publish)),
        (1, .just(.pack)),
        (1, .just(.rollBack)), (2, .just(.mark)), (1, .just(.endMark(keeping: true))),
        (1, .just(.endMark(keeping: false))))

    private static let replacement = Generator<Step> { choices throws(Rejection) in
        .replace(
            try choices.draw(.integer(in: 0...400)),
            by: UInt64(bitPattern: try choices.draw(.integer(in: -40...40))))
    }

    /// A held tree, and its unchanging content.
    struct Pinned {
        let stamp: UInt64
        let tree: Tree
        let entries: [TreeEntry]
    }

    static func entries(_ tree: Tree) -> [TreeEntry] {
        var entries: [TreeEntry] = []
        tree.forEach { entry in
            entries.append(entry)
            return true
        }
        return entries
    }

    @Test func `the tree equals a sorted array under any inserts, removes and rollbacks`() {
        property(
            "tree equals sorted array", runs: 150, .array(of: Self.step, count: 0...400)
        ) { steps in
            var machine = Machine()
            for step in steps { try machine.run(step) }
            try machine.finish()
        }
    }

    @Test(arguments: [false, true])
    func `a thousand kept marks leave no more nodes than one`(isBetween: Bool) {
        func nodes(marks: Int) -> Int {
            let pool = NodePool(slabs: NodeSlabs())
            var tree = Tree()
            _ = pool.mark()
            for number in 0..<1000 {
                let mark = number < marks ? pool.mark() : nil
                // A change's effects on an index may also wait until after the mark.
                if isBetween, let mark { pool.keep(mark) }
                tree.insert(TreeEntry(key: UInt64(number) * 7 % 1000, row: 1), pool: pool)
                if !isBetween, let mark { pool.keep(mark) }
            }
            return pool.liveCount
        }
        #expect(nodes(marks: 1000) == nodes(marks: 0))
    }

    /// Pending work of one part goes into the tree between two marks, or within the next one.
    @Test func `work between kept marks leaves no nodes and is not forgotten`() throws {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree(sorted: (0..<500).map { TreeEntry(key: $0, row: 0) }, pool: pool)
        _ = pool.publish()
        let live = pool.liveCount
        let start = (mark: pool.mark(), tree: tree)
        for number in 0..<20_000 as Range<UInt64> {
            let mark = pool.mark()
            tree.insert(TreeEntry(key: number % 500, row: 1), pool: pool)
            pool.keep(mark)
            tree.remove(TreeEntry(key: number % 500, row: 1), pool: pool)
        }
        #expect(pool.liveCount <= 3 * live)
        #expect(pool.madeCount <= 5000)
        try tree.checkInvariants()
        pool.rollBack(to: start.mark)
        try start.tree.checkInvariants()
        #expect(pool.liveCount == live)
    }

    @Test func `a node that was freed and reused is freed once by a rollback`() {
        let pool = NodePool(slabs: NodeSlabs())
        let outer = pool.mark()
        let inner = pool.mark()
        let node = pool.make(level: 0)
        pool.retire(node)
        pool.keep(inner)
        #expect(pool.make(level: 0).address == node.address)
        pool.rollBack(to: outer)
        #expect(pool.make(level: 0).address != pool.make(level: 0).address)
    }

    struct Machine {
        let pool = NodePool(slabs: NodeSlabs())
        let packed = PackedLeaves()
        var tree = Tree()
        var model: Set<TreeEntry> = []
        var published: (tree: Tree, model: Set<TreeEntry>, stamp: UInt64) = (Tree(), [], 0)
        var pinned: [Pinned] = []
        var mark: NodePool.Mark
        /// The marks within the change, each within the one before.
        var marks: [(mark: NodePool.Mark, tree: Tree, model: Set<TreeEntry>)] = []

        init() { mark = pool.mark() }

        mutating func run(_ step: Step) throws {
            switch step {
            case .insert(let entry):
                try requireEqual(
                    tree.insert(entry, pool: pool), model.insert(entry).inserted, "inserted")
            case .remove(let entry):
                try requireEqual(
                    tree.remove(entry, pool: pool), model.remove(entry) != nil, "removed")
            case .replace(let place, let distance):
                let sorted = model.sorted()
                guard !sorted.isEmpty else { break }
                let old = sorted[place % sorted.count]
                let new = TreeEntry(key: old.key &+ distance, row: old.row)
                guard tree.replace(old, by: new, pool: pool) else { break }
                try requireEqual(model.contains(new), false, "the new one was there")
                model.remove(old)
                model.insert(new)
            case .removeRange(let start):
                for entry in model.sorted().dropFirst(start).prefix(90) {
                    tree.remove(entry, pool: pool)
                    model.remove(entry)
                }
            case .publish: publish()
            case .snapshot:
                publish()
                pinned.append(
                    Pinned(stamp: published.stamp, tree: tree, entries: model.sorted()))
            case .drop(let index):
                if pinned.indices.contains(index) { pinned.remove(at: index) }
            case .rollBack:
                pool.rollBack(to: mark)
                tree = published.tree
                model = published.model
                marks = []
                mark = pool.mark()
            case .pack:
                var former = tree
                tree = try packed.pack(tree, pool: pool)
                former.removeAll(pool: pool)
            case .mark: marks.append((pool.mark(), tree, model))
            case .endMark(true):
                if let last = marks.popLast() { pool.keep(last.mark) }
            case .endMark(false):
                guard let last = marks.popLast() else { break }
                pool.rollBack(to: last.mark)
                (tree, model) = (last.tree, last.model)
            }
            try check()
        }

        mutating func publish() {
            published = (tree, model, pool.publish())
            pool.reclaim(pinned: (pinned.map(\.stamp) + [published.stamp]).sorted())
            mark = pool.mark()
            marks = []
        }

        func check() throws {
            try tree.checkInvariants()
            try requireEqual(tree.count, model.count, "count")
            let sorted = model.sorted()
            try requireEqual(TreePropertyTests.entries(tree), sorted, "entries")
            for marked in marks {
                let entries = TreePropertyTests.entries(marked.tree)
                try requireEqual(entries, marked.model.sorted(), "a mark")
            }
            for pin in pinned {
                try requireEqual(TreePropertyTests.entries(pin.tree), pin.entries, "a snapshot")
            }
            try checkNodes()
            for (rank, entry) in sorted.enumerated() where rank % 7 == 0 {
                try requireEqual(tree.rank(of: entry), rank, "rank")
                try requireEqual(tree.entry(at: rank), entry, "entry at a rank")
                try requireEqual(tree.first(atOrAfter: entry), entry, "first at or after")
            }
        }

        /// Checks that no node is kept except those that a rollback or snapshot may need.
        func checkNodes() throws {
            var reached: Set<UInt64> = []
            for tree in [tree, published.tree] + marks.map(\.tree) {
                if let root = tree.rootNode { Self.collect(root, &reached) }
            }
            try require(pool.liveCount <= reached.count, "nodes are kept that nobody reaches")
        }

        static func collect(_ node: Node, _ reached: inout Set<UInt64>) {
            guard !node.isPacked else { return }
            reached.insert(node.address)
            guard node.level > 0 else { return }
            for index in 0..<node.childrenCount { collect(node.child(index), &reached) }
        }

        /// Removes everything, and checks that every node is free again.
        mutating func finish() throws {
            pinned = []
            for entry in model { tree.remove(entry, pool: pool) }
            model = []
            publish()
            publish()
            pool.reclaim(pinned: [published.stamp])
            try requireEqual(pool.liveCount, 0, "nodes in use by an empty tree")
        }
    }

    @Test func `a tree built from sorted entries equals one with inserted entries`() {
        let counts = Generator<Int>.integer(in: 0...6000)
        property("bulk build", runs: 30, counts) { count in
            let pool = NodePool(slabs: NodeSlabs())
            let entries = (0..<count).map { TreeEntry(key: UInt64($0 / 3), row: UInt32($0 % 3)) }
            let built = Tree(sorted: entries, pool: pool)
            try built.checkInvariants()
            try requireEqual(Self.entries(built), entries, "entries")
            try requireEqual(built.count, count, "count")
        }
    }

    /// The tree has three levels, so that inner nodes are joined and balanced as well.
    @Test func `a large tree keeps its invariants while ranges of it are removed and refilled`() {
        struct Range: Sendable {
            let start: Int
            let count: Int
            let isInsertion: Bool
        }
        let range = Generator<Range> { choices throws(Rejection) in
            Range(
                start: try choices.draw(.integer(in: 0...9_000)),
                count: try choices.draw(.integer(in: 0...2_500)),
                isInsertion: try choices.draw(.element(of: [false, false, true])))
        }
        property("large tree", runs: 12, .array(of: range, count: 0...12)) { ranges in
            let pool = NodePool(slabs: NodeSlabs())
            let all = (0..<9_000).map { TreeEntry(key: UInt64($0 * 2), row: 0) }
            let packed = PackedLeaves()
            var tree = Tree(sorted: all, pool: pool)
            var model = Set(all)
            for (index, range) in ranges.enumerated() {
                if index % 3 == 0 { tree = try packed.pack(tree, pool: pool) }
                _ = pool.publish()
                pool.reclaim(pinned: [pool.stamp - 1])
                for entry in all.dropFirst(range.start).prefix(range.count) {
                    if range.isInsertion {
                        try requireEqual(
                            tree.insert(entry, pool: pool), model.insert(entry).inserted, "insert")
                    } else {
                        try requireEqual(
                            tree.remove(entry, pool: pool), model.remove(entry) != nil, "remove")
                    }
                }
                try tree.checkInvariants()
                try requireEqual(Self.entries(tree), model.sorted(), "entries")
            }
        }
    }

    @Test func `keys inserted in order leave full leaves`() throws {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree()
        for key in 0..<64_000 { tree.insert(TreeEntry(key: UInt64(key), row: 0), pool: pool) }
        try tree.checkInvariants()
        // 1,000 full leaves, and inner nodes of 42 children above them.
        #expect(pool.liveCount < 1000 + 30)
    }

    /// Formerly, a snapshot that was held for very long made each commit scan all garbage since.
    @Test func `garbage of a held version is scanned again only when the version has ended`() {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree(sorted: (0..<640).map { TreeEntry(key: $0, row: 0) }, pool: pool)
        let held = pool.publish()
        let live = pool.liveCount
        for round in 0..<2000 {
            let entry = TreeEntry(key: UInt64(round % 640), row: 0)
            tree.remove(entry, pool: pool)
            tree.insert(entry, pool: pool)
            let published = pool.publish()
            // Four pieces at a time: about as many as one round makes.
            pool.reclaim(pinned: [held, published], limit: 4)
        }
        #expect(pool.heldCount < 64, "only what the held version sees is kept")
        pool.reclaim(pinned: [pool.stamp - 1])
        #expect(pool.heldCount == 0)
        #expect(pool.liveCount <= live + 2)
    }

    @Test func `the row table equals a dictionary, also with distant rows and snapshots`() {
        let row = Generator<UInt32>.frequency(
            (6, .integer(in: 0...400)), (1, .integer(in: 0...(.max - 1))))
        let change = Generator<(UInt32, UInt64)>.tuple(
            row, Generator<UInt64>.integer(in: 0...5))
        property("row table", runs: 100, .array(of: change, count: 0...300)) { changes in
            let pool = NodePool(slabs: NodeSlabs())
            let packed = PackedLeaves()
            var table = RowTable()
            var model: [UInt32: UInt64] = [:]
            var snapshots: [(RowTable, [UInt32: UInt64])] = []
            for (index, (row, word)) in changes.enumerated() {
                table.set(row, to: word, pool: pool)
                model[row] = word == 0 ? nil : word
                if index % 90 == 89 { table = try packed.pack(table, pool: pool) }
                if index % 50 == 0 {
                    snapshots.append((table, model))
                    _ = pool.publish()
                }
                try requireEqual(table[row], word, "word")
            }
            try table.checkInvariants()
            for (table, model) in snapshots + [(table, model)] {
                var found: [UInt32: UInt64] = [:]
                var last: UInt32?
                try table.forEach { row, word in
                    try require(last.map { $0 < row } ?? true, "rows ascend")
                    last = row
                    found[row] = word
                    return true
                }
                try requireEqual(found, model, "rows")
            }
        }
    }
}
