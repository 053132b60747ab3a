import NacreTestSupport
import Testing

@testable import NacreEngine

/// The tree of a unique index while a change is pending: the former tree, and beside it the entries
/// still to be inserted or removed, which tables of keys find.
@Suite struct IndexHeadTests {
    private enum Step {
        case toggle(TreeEntry)
        case read
    }

    /// Few keys, so that several rows share one, as rows whose hashes are equal do.
    private static let entry = Generator<TreeEntry> { choices throws(Rejection) in
        TreeEntry(
            key: try choices.draw(.integer(in: 0...40)), row: try choices.draw(.integer(in: 0...5)))
    }

    private static let step = Generator<Step> { choices throws(Rejection) in
        try choices.draw(.integer(in: 0...15)) == 0 ? .read : .toggle(try choices.draw(entry))
    }

    /// Returns the result of a lookup: first the pending rows, then those in the tree.
    private static func rows(of key: UInt64, in head: IndexHead) -> [UInt32] {
        var rows: [UInt32] = []
        var place: Int?
        while let row = head.nextPendingRow(of: key, &place) { rows.append(row) }
        head.settled.forEach(from: TreeEntry(key: key, row: 0)) { entry in
            guard entry.key == key else { return false }
            if !head.isLeaving(entry) { rows.append(entry.row) }
            return true
        }
        return rows.sorted()
    }

    @Test func `each key finds its rows, pending or not`() {
        property("awaited", runs: 60, .array(of: Self.step, count: 0...300)) { steps in
            let pool = NodePool(slabs: NodeSlabs())
            let head = IndexHead(pool)
            var expected: Set<TreeEntry> = []
            for step in steps {
                switch step {
                case .toggle(let entry):
                    let isThere = expected.contains { $0.key >= entry.key }
                    try require(!isThere || !head.isBehindAll(entry.key), "\(entry) is not new")
                    if expected.insert(entry).inserted {
                        head.insert(entry, isAwaited: true)
                    } else {
                        expected.remove(entry)
                        head.remove(entry, isAwaited: true)
                    }
                    let rows = expected.filter { $0.key == entry.key }.map(\.row).sorted()
                    try requireEqual(Self.rows(of: entry.key, in: head), rows)
                case .read: try requireEqual(head.current.count, expected.count)
                }
            }
            let tree = head.current
            try tree.checkInvariants()
            try requireEqual(tree.count, expected.count)
            for key in 0...41 as ClosedRange<UInt64> {
                let rows = expected.filter { $0.key == key }.map(\.row).sorted()
                try requireEqual(Self.rows(of: key, in: head), rows)
            }
        }
    }

    @Test func `ascending keys are known to be new, also after existing entries`() {
        let pool = NodePool(slabs: NodeSlabs())
        let head = IndexHead(Tree(sorted: [TreeEntry(key: 7, row: 0)], pool: pool), pool)
        #expect(!head.isBehindAll(7))
        for key in 8...20 as ClosedRange<UInt64> {
            #expect(head.isBehindAll(key))
            head.insert(TreeEntry(key: key, row: UInt32(key)), isAwaited: true)
            #expect(!head.isBehindAll(key))
        }
        head.replace(by: Tree())
        #expect(head.isBehindAll(0))
    }

    @Test func `restoring a head removes its pending entries`() {
        let pool = NodePool(slabs: NodeSlabs())
        let head = IndexHead(pool)
        head.insert(TreeEntry(key: 1, row: 1), isAwaited: true)
        let before = head.current
        head.insert(TreeEntry(key: 2, row: 2), isAwaited: true)
        head.remove(TreeEntry(key: 1, row: 1), isAwaited: true)
        #expect(Self.rows(of: 2, in: head) == [2])
        #expect(Self.rows(of: 1, in: head) == [])
        head.replace(by: before)
        #expect(Self.rows(of: 2, in: head) == [])
        #expect(Self.rows(of: 1, in: head) == [1])
    }

    /// More entries than are kept beside the tree, with consecutive and with distant keys.
    @Test(arguments: [1, 0x1_0000_0001, 1 << 40] as [UInt64])
    func `the maximum number of entries and more are found`(stride: UInt64) {
        let pool = NodePool(slabs: NodeSlabs())
        let head = IndexHead(pool)
        let count = (1 << 20) + 1000
        for number in 0..<count {
            let entry = TreeEntry(key: UInt64(number) &* stride, row: UInt32(number))
            head.insert(entry, isAwaited: true)
        }
        for number in Swift.stride(from: 0, to: count, by: 9973) {
            let rows = Self.rows(of: UInt64(number) &* stride, in: head)
            #expect(rows.contains(UInt32(number)))
        }
        #expect(head.current.count == count)
    }
}
