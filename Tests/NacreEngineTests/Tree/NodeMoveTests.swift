import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Nodes are moved together, without a visible difference.
@Suite struct NodeMoveTests {
    private static func key(_ number: Int) -> UInt64 {
        UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    }

    private static func insertions(_ numbers: Range<Int>) -> [TreeStep] {
        var steps = numbers.map {
            TreeStep(entry: TreeEntry(key: key($0), row: UInt32($0)), isInsertion: true)
        }
        steps.settle()
        return steps
    }

    /// A tree with a row table beside it, whose nodes lie between the tree's, after changes that
    /// have each replaced many leaves.
    private struct Torn {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree()
        var rows = RowTable()

        init() {
            for first in stride(from: 0, to: 300_000, by: 6000) {
                tree.apply(NodeMoveTests.insertions(first..<first + 6000), pool: pool)
                for row in first..<first + 6000 {
                    rows.set(UInt32(row), to: UInt64(row) + 1, pool: pool)
                }
                pool.publish()
                pool.reclaim(pinned: [])
            }
        }

        mutating func moveTogether(pinned: [UInt64] = []) {
            pool.moveTogether { move in
                tree.move(by: move)
                rows.move(by: move)
            }
            pool.publish()
            pool.reclaim(pinned: pinned)
        }

        func checkRows() {
            var next: UInt32 = 0
            rows.forEach { row, word in
                #expect(row == next && word == UInt64(row) + 1)
                next += 1
                return true
            }
            #expect(next == 300_000)
        }
    }

    @Test func `moving nodes frees memory and changes no entry`() throws {
        var torn = Torn()
        let (before, most) = (torn.tree.entries, torn.pool.nodeCount)
        #expect(torn.pool.isSparse)
        torn.moveTogether()
        #expect(!torn.pool.isSparse)
        #expect(torn.pool.nodeCount < most)
        #expect(torn.pool.nodeCount - torn.pool.liveCount <= 2 * NodeSlabs.largeCount)
        #expect(torn.tree.entries == before)
        try torn.tree.checkInvariants()
        try torn.rows.checkInvariants()
        torn.checkRows()
    }

    @Test func `nodes that a version uses stay in place until the version ends`() throws {
        var torn = Torn()
        let stamp = torn.pool.publish()
        let (held, most) = (torn.tree, torn.pool.nodeCount)
        let entries = held.entries
        torn.moveTogether(pinned: [stamp])
        // Changes continue, in the free places and in those that they free themselves.
        for first in [300_000, 305_000] {
            torn.tree.apply(Self.insertions(first..<first + 5000), pool: torn.pool)
            torn.pool.publish()
            torn.pool.reclaim(pinned: [stamp])
        }
        #expect(held.entries == entries)
        try held.checkInvariants()
        torn.pool.reclaim(pinned: [])
        #expect(torn.tree.count == 310_000)
        try torn.tree.checkInvariants()
        torn.moveTogether()
        #expect(torn.pool.nodeCount < most)
        torn.checkRows()
    }

    @Test func `a change that is rolled back after a move restores everything`() throws {
        var torn = Torn()
        torn.moveTogether()
        let (tree, mark) = (torn.tree, torn.pool.mark())
        torn.tree.apply(Self.insertions(300_000..<320_000), pool: torn.pool)
        torn.pool.rollBack(to: mark)
        torn.tree = tree
        #expect(tree.count == 300_000)
        try tree.checkInvariants()
        torn.checkRows()
    }

    // MARK: Stores

    private static func insert(_ ids: Range<Int64>, into store: Database) throws {
        try store.performChanges { changes in
            for id in ids {
                let key = Int64(bitPattern: key(Int(id)))
                try changes.insert([.int(id), .int(key)], into: "Thing")
            }
        }
    }

    @Test func `an idle store moves nodes together, and a busy one waits`() throws {
        let timers = SimulatedTimers()
        var options = Database.Options.creating
        options.maintenance = .background
        let store = try Database(
            at: "/torn.nacre", options: options, fileSystem: MemoryFileSystem(),
            environment: .repeatable(after: timers.timer))
        try store.performChanges { changes in
            _ = try changes.define(
                "Thing",
                attributes: zip(1..., ["id", "key"]).map {
                    AttributeSchema(
                        id: AttributeID($0), name: $1, type: .scalar(.int64), isNullable: false)
                }, id: "id", indexes: [["key"]])
        }
        for first in stride(from: Int64(0), to: 160_000, by: 8000) {
            try Self.insert(first..<first + 8000, into: store)
        }
        #expect(timers.count == 1)
        try Self.insert(160_000..<160_001, into: store)
        var snapshot: DatabaseSnapshot? = try store.snapshot()
        let query = Query(entity: "Thing", sorts: [SortTerm("key")])
        func keys(_ snapshot: DatabaseSnapshot) throws -> [UInt32] {
            var rows: [UInt32] = []
            try snapshot.forEachRecord(query) { found in
                rows.append(found.row.rawValue)
                return true
            }
            return rows
        }
        let before = try keys(try #require(snapshot))
        let nodes = try store.withWriter { $0.pool.nodeCount }
        // A commit has come meanwhile, so the delay starts again.
        timers.fire()
        #expect(try store.withWriter { $0.pool.nodeCount } == nodes)
        #expect(timers.count == 1)
        timers.fire()
        // A snapshot uses the memory that would be given back, so there is no repeated attempt.
        #expect(try keys(try #require(snapshot)) == before)
        #expect(try keys(store.snapshot()) == before)
        #expect(timers.count == 0)
        snapshot = nil
        try Self.insert(160_001..<160_002, into: store)
        #expect(timers.count == 1)
        timers.fire()
        try store.withWriter { #expect(!$0.pool.isSparse) }
        #expect(timers.count == 0)
        try store.close()
    }
}
