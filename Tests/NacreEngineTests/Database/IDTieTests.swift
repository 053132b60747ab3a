import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Ids that share a key: hashes do, however seldom, and then the records decide. No two ids that
/// do are known, so the tests put a tree in which they seem to before real objects.
@Suite struct IDTieTests {
    /// A snapshot with another id tree.
    struct Tying: RecordSource {
        let snapshot: Snapshot
        let ids: Tree

        var catalog: Catalog { snapshot.catalog }
        var idKey: IDKey { snapshot.idKey }
        func bytes(at position: Position) -> ByteView? { snapshot.bytes(at: position) }
        func path(of segment: SegmentNumber) -> String { snapshot.path(of: segment) }

        func roots(of entity: EntityNumber) -> EntityRoots {
            var roots = snapshot.roots(of: entity)
            roots.ids = ids
            return roots
        }
    }

    @Test func `of objects whose ids share a key, the one with the id is found, or none`() throws {
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
        }
    }
}
