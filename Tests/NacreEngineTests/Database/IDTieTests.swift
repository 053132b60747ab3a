import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Ids and unique values that share a key. Hashes do so rarely, and then the records decide. No two
/// colliding values are known, so the tests put a tree in which they seem to collide before real
/// objects.
@Suite struct IDTieTests {
    /// A snapshot with another id tree.
    struct Tying: RecordSource {
        let snapshot: DatabaseSnapshot
        let ids: Tree
        /// Rows that a change has not yet put into the tree, regardless of the key.
        var pending: [UInt32] = []

        var view: StoreView { StoreView(self) }
        var catalog: Catalog { snapshot.catalog }
        var idKey: IDKey { snapshot.idKey }
        func tree(_ slot: Int) -> Tree { snapshot.tree(slot) }
        func bytes(at position: Position) -> ByteView? { snapshot.bytes(at: position) }
        func isChecked(_ segment: SegmentNumber) -> Bool { snapshot.isChecked(segment) }
        /// The checked rows, as in a store that was opened with a checkpoint, or nil.
        var checkedRows: CheckedRows?
        func path(of segment: SegmentNumber) -> String { snapshot.path(of: segment) }

        func roots(of entity: EntityNumber) -> EntityRoots {
            var roots = snapshot.roots(of: entity)
            roots.ids = ids
            return roots
        }

        func nextPendingRow(of key: UniqueKey, _ place: inout Int?) -> UInt32? {
            let next = place.map { $0 + 1 } ?? 0
            place = next
            return next < pending.count ? pending[next] : nil
        }
    }

    @Test func `among objects whose ids share a key, only the one with the id is found`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                let id = AttributeSchema(
                    id: AttributeID(1), name: "id", type: .string, isNullable: false)
                try changes.define("Word", attributes: [id], id: "id")
                for word in ["a", "b", "c"] { try changes.insert([.string(word)], into: "Word") }
            }
            let snapshot = try store.database.snapshot()
            let key = snapshot.idKey(.string("b"))
            let pool = NodePool(slabs: NodeSlabs())
            func tie(_ rows: [UInt32]) -> Tying {
                let entries = rows.map { TreeEntry(key: key, row: $0) }
                return Tying(snapshot: snapshot, ids: Tree(sorted: entries, pool: pool))
            }
            #expect(try tie([0, 1, 2]).find(.string("b"), in: "Word")?.id == .string("b"))
            #expect(try tie([0, 2]).find(.string("b"), in: "Word") == nil)
            for pending in [[], [0], [1], [2, 0]] as [[UInt32]] {
                var source = tie([0, 1, 2].filter { !pending.contains($0) })
                source.pending = pending
                #expect(try source.find(.string("b"), in: "Word")?.id == .string("b"))
                #expect(try source.find(.string("d"), in: "Word") == nil)
            }
            withExtendedLifetime(pool) {}
        }
    }

    @Test func `a tree of a checkpoint that leads to another object is damage`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                let id = AttributeSchema(
                    id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)
                try changes.define("Number", attributes: [id], id: "id")
                for number in 0..<3 { try changes.insert([.int(Int64(number))], into: "Number") }
            }
            let snapshot = try store.database.snapshot()
            let wrong = TreeEntry(key: snapshot.idKey(.int(1)), row: 2)
            let pool = NodePool(slabs: NodeSlabs())
            let source = Tying(
                snapshot: snapshot, ids: Tree(sorted: [wrong], pool: pool),
                checkedRows: CheckedRows(ends: [], rowsMax: 0))
            #expect(DatabaseTests.code { _ = try source.find(.int(1), in: "Number") } == .corrupt)
            withExtendedLifetime(pool) {}
        }
    }

    @Test func `a unique value that shares its key with another one is no violation`() throws {
        try withStore { store in
            struct Undone: Error {}
            #expect(throws: Undone.self) {
                try store.database.performChanges { changes in
                    try UniqueTests.define(.string, in: changes)
                    for word in ["a", "b", "c"] { try UniqueTests.save(.string(word), in: changes) }
                    let slot = try #require(changes.definition("Thing").uniques.first).slot
                    for word in ["b", "d"] {
                        for row in [UInt32(0), 2] {
                            changes.writer.index(slot).insert(
                                TreeEntry(key: changes.idKey(.string(word)), row: row),
                                isAwaited: true)
                        }
                    }
                    #expect(try UniqueTests.id(.string("b"), changes) == .int(1))
                    #expect(try UniqueTests.id(.string("d"), changes) == nil)
                    try UniqueTests.save(.string("d"), in: changes)
                    #expect(try UniqueTests.id(.string("d"), changes) == .int(3))
                    #expect(!changes.mayShareUniqueValues)
                    try UniqueTests.save(.string("b"), in: changes)
                    #expect(
                        DatabaseTests.code { _ = try UniqueTests.id(.string("b"), changes) }
                            == .uniqueViolation)
                    throw Undone()
                }
            }
        }
    }
}
