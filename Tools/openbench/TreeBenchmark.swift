internal import NacreEngine

/// The tree of an index alone, with keys in no order: the cost of a step down, and the time and
/// memory of changes of all sizes. Used to choose the size of nodes, their search, and the rules
/// for rebuilding leaves.
enum TreeBenchmark {
    private static let lookups = 1_000_000

    /// - Parameter count: The number of entries.
    static func run(_ count: Int) {
        for size in [100, 1000, 10_000, 30_000, 100_000, count] where size <= count {
            insert(count, perChange: size)
        }
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree()
        tree.apply(steps(0..<count), pool: pool)
        pool.publish()
        look(into: tree)
    }

    private static func insert(_ count: Int, perChange size: Int) {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree()
        let start = ContinuousClock.now
        for first in stride(from: 0, to: count, by: size) {
            tree.apply(steps(first..<min(first + size, count)), pool: pool)
            pool.publish()
            pool.reclaim(pinned: [])
        }
        let nanoseconds = (ContinuousClock.now - start) / .nanoseconds(count)
        let left = pool.memorySize
        let moving = ContinuousClock.now
        // As a store does once it is quiet.
        while pool.isSparse {
            pool.moveTogether { tree.move(by: $0) }
            pool.publish()
            pool.reclaim(pinned: [])
        }
        let milliseconds = (ContinuousClock.now - moving) / .milliseconds(1)
        let bytes = [left, pool.memorySize].map { rounded(Double($0) / Double(tree.count)) }
        print(
            "insert, \(size) a change: \(rounded(nanoseconds)) ns, \(bytes[0]) bytes an entry;"
                + " nodes moved: \(rounded(milliseconds)) ms, \(bytes[1]) bytes an entry")
    }

    /// Returns insertions with keys in no order, and no entry twice.
    private static func steps(_ numbers: Range<Int>) -> [TreeStep] {
        var steps = numbers.map {
            TreeStep(entry: TreeEntry(key: key($0), row: UInt32($0)), isInsertion: true)
        }
        steps.settle()
        return steps
    }

    private static func key(_ number: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    }

    private static func look(into tree: Tree) {
        var sum = 0
        func measure(_ name: String, _ body: (Int) -> Int) {
            let milliseconds = OpenBench.best {
                // Each place once, in no order.
                for number in 0..<lookups { sum &+= body(number &* 7919 % tree.count) }
            }
            print("\(name): \(rounded(milliseconds * 1_000_000 / Double(lookups))) ns")
        }
        measure("first entry from a key on") { place in
            Int(tree.first(atOrAfter: TreeEntry(key: key(place), row: 0))?.row ?? 0)
        }
        measure("rank of a key") { tree.rank(of: TreeEntry(key: key($0), row: 0)) }
        measure("entries between two keys") { place in
            let (a, b) = (key(place), key(place + 1))
            return tree.count(
                from: TreeEntry(key: min(a, b), row: 0), to: TreeEntry(key: max(a, b), row: 0))
        }
        measure("entry at a rank") { Int(tree.entry(at: $0)?.row ?? 0) }
        let milliseconds = OpenBench.best {
            tree.forEach { entry in
                sum &+= Int(entry.row)
                return true
            }
        }
        print("next entry: \(rounded(milliseconds * 1_000_000 / Double(tree.count))) ns")
        precondition(sum != 1)
    }

    private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
