#if Macros
    import Foundation
    import Nacre
    import Testing

    /// Saving an object that was read earlier, with all that it holds.
    @Suite struct SaveBasedOnTests {
        @Entity
        struct Leaf: Hashable {
            let id: Int
            var text: String
            var size: Int = 0
        }

        @Entity
        struct Branch: Hashable {
            let id: Int
            var name: String
            @Relationship(.nullify) var leaves: [Leaf]
        }

        private static let branch = Branch(
            id: 1, name: "one", leaves: [Leaf(id: 1, text: "a"), Leaf(id: 2, text: "b")])

        private static func store() throws -> (Store, Nacre.Snapshot) {
            let store = try Store.inMemory(Branch.self, Leaf.self)
            try store.performChanges { try $0.insert(branch) }
            return (store, try store.snapshot())
        }

        /// Returns the conflicts of saving a branch after others have made changes.
        private static func conflicts(
            saving edit: (inout Branch) -> Void, after others: (WriteTransaction) throws -> Void
        ) throws -> [Conflict] {
            let (store, snapshot) = try store()
            try store.performChanges(others)
            let present = try store.fetch(Branch.all)
            var object = branch
            edit(&object)
            do {
                try store.performChanges { _ = try $0.save(object, basedOn: snapshot) }
            } catch let error as StoreError where error.code == .conflict {
                #expect(try store.fetch(Branch.all) == present)
                #expect(error.description.contains("Read the objects again"))
                return error.conflicts
            }
            #expect(try store.find(Branch.self, 1) == object)
            return []
        }

        @Test func `an object that was not changed since the snapshot is saved with new children`()
            throws
        {
            let found = try Self.conflicts(
                saving: {
                    $0.leaves[0].text = "c"
                    $0.leaves.append(Leaf(id: 3, text: "new"))
                },
                after: { try $0.insert(Branch(id: 2, name: "other", leaves: [])) })
            #expect(found == [])
        }

        @Test func `a property that others have changed is reported with both values`() throws {
            let found = try Self.conflicts(
                saving: { $0.leaves = [] },
                after: { try $0.update(Branch.self, 1) { $0.name = "theirs" } })
            #expect(
                found.filter { $0.attribute == "name" } == [
                    Conflict(
                        entity: "Branch", id: "1", attribute: "name", stored: "theirs",
                        given: "one")
                ])
        }

        @Test func `a property of a child that others have changed is reported`() throws {
            let found = try Self.conflicts(
                saving: { $0.name = "mine" },
                after: { try $0.update(Leaf.self, 2) { $0.size = 7 } })
            #expect(
                found == [
                    Conflict(entity: "Leaf", id: "2", attribute: "size", stored: "7", given: "0")
                ])
        }

        @Test func `deleted children and objects do not come back`() throws {
            var found = try Self.conflicts(
                saving: { $0.name = "mine" }, after: { try $0.delete(Leaf.self, 2) })
            #expect(
                found.contains(
                    Conflict(entity: "Leaf", id: "2", attribute: nil, stored: nil, given: nil)))
            found = try Self.conflicts(
                saving: { $0.name = "mine" }, after: { try $0.delete(Branch.self, 1) })
            #expect(
                found == [
                    Conflict(entity: "Branch", id: "1", attribute: nil, stored: nil, given: nil)
                ])
        }

        @Test func `an equal change by others is no conflict`() throws {
            let found = try Self.conflicts(
                saving: { $0.leaves[1].size = 7 },
                after: { try $0.update(Leaf.self, 2) { $0.size = 7 } })
            #expect(found == [])
        }

        @Test func `a snapshot of another store is refused`() throws {
            let (store, _) = try Self.store()
            let (other, snapshot) = try Self.store()
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { _ = try $0.save(Self.branch, basedOn: snapshot) }
            }
            #expect(error?.code == .invalidValue)
            try other.performChanges { _ = try $0.save(Self.branch, basedOn: snapshot) }
        }

        @Test func `saves of the same program after the snapshot are conflicts, too`() throws {
            let (store, snapshot) = try Self.store()
            var object = Self.branch
            object.name = "first"
            try store.performChanges { _ = try $0.save(object, basedOn: snapshot) }
            object.name = "second"
            #expect(throws: StoreError.self) {
                try store.performChanges { _ = try $0.save(object, basedOn: snapshot) }
            }
            let next = try store.snapshot()
            try store.performChanges { _ = try $0.save(object, basedOn: next) }
            #expect(try store.find(Branch.self, 1) == object)
        }

        @Test func `a plain save overwrites changes of others`() throws {
            let (store, _) = try Self.store()
            try store.performChanges { changes in
                try changes.update(Branch.self, 1) { $0.name = "theirs" }
                try changes.delete(Leaf.self, 2)
            }
            try store.performChanges { _ = try $0.save(Self.branch) }
            #expect(try store.find(Branch.self, 1) == Self.branch)
        }
    }
#endif
