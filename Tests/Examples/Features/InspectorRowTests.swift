import Foundation
import Nacre
import Testing

/// The options of a data model's inspector, except types, one by one.
@Suite struct InspectorRowTests {
    @Entity
    struct Office: Hashable {
        let id: Int
        @Relationship(inverse: \Desk.office) var desks: ToMany<Desk>
        @Relationship(inverse: \Lamp.office) var lamps: ToMany<Lamp>
        @Relationship(inverse: \Lease.office) var leases: ToMany<Lease>
        @Relationship(inverse: \Photo.office) var photos: ToMany<Photo>
    }

    @Entity
    struct Desk: Hashable {
        let id: Int
        @Attribute(.indexed) var height: Int
        @Attribute(.unique) var label: String
        var note: String?
        @Transient var isSelected = false
        @Relationship(.nullify) var office: Ref<Office>?
    }

    @Entity
    struct Lamp: Hashable {
        let id: Int
        @Relationship(.cascade) var office: Ref<Office>
    }

    @Entity
    struct Lease: Hashable {
        let id: Int
        @Relationship(.deny) var office: Ref<Office>
    }

    @Entity
    struct Photo: Hashable {
        let id: Int
        @Relationship(.noAction) var office: Ref<Office>
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(
            Office.self, Desk.self, Lamp.self, Lease.self, Photo.self)
        try store.performChanges { changes in
            for id in 0..<100 {
                try changes.insert(
                    Desk(id: id, height: id % 10, label: "d\(id)", note: nil, office: nil))
            }
        }
        return store
    }

    @Test func `E5 a filter looks up an indexed attribute and scans for another one`() throws {
        let store = try Self.store()
        let indexed = try Desk.where { $0.height == 3 }.explain(in: store)
        #expect(indexed.indexes == ["height"] && indexed.candidateCount == 10)
        let plain = try Desk.where { $0.note == "x" }.explain(in: store)
        #expect(plain.indexes == [] && plain.candidateCount == 100)
        #expect(try store.fetch(\.id, Desk.where { $0.height == 3 }).count == 10)
    }

    /// The entity in a program that has only the stored attributes.
    @Entity
    struct PlainDesk: Hashable {
        static var entityName: String { "Desk" }
        let id: Int
        @Attribute(.indexed) var height: Int
        @Attribute(.unique) var label: String
        var note: String?
        @Relationship(.nullify) var office: Ref<Office>?
    }

    @Test func `E5 a transient property is not stored, and is read as its default`() throws {
        let folder = try TemporaryFolder()
        let store = try Store(at: folder.path("a.nacre"), Desk.self)
        var desk = Desk(id: 1, height: 70, label: "a", note: nil, office: nil)
        desk.isSelected = true
        try store.performChanges { [desk] in _ = try $0.insert(desk) }
        #expect(try store.find(Desk.self, 1)?.isSelected == false)
        try store.close()
        // An attribute that its type lacks would be refused.
        let plain = try Store(at: folder.path("a.nacre"), PlainDesk.self)
        let read = PlainDesk(id: 1, height: 70, label: "a", note: nil, office: nil)
        #expect(try plain.fetch(PlainDesk.all) == [read])
    }

    @Test func `E5 a unique value belongs to one object at a time`() throws {
        let store = try Self.store()
        func relabel(_ id: Int, _ label: String) throws {
            try store.performChanges { changes in
                _ = try changes.update(Desk.self, id) { $0.label = label }
            }
        }
        let error = #expect(throws: StoreError.self) { try relabel(1, "d2") }
        #expect(error?.code == .uniqueViolation)
        #expect(error?.message.contains("label") == true)
        #expect(try store.find(Desk.self, 1)?.label == "d1")
        try relabel(2, "other")
        try relabel(1, "d2")
        #expect(try store.find(Desk.self, \.label, "d2")?.id == 1)
    }

    @Test func `E5 delete rules nullify, cascade, deny or do nothing`() throws {
        let store = try Self.store()
        try store.performChanges { changes in
            for id in 1...2 {
                try changes.insert(Office(id: id))
                try changes.insert(Lamp(id: id, office: Ref(id: id)))
                try changes.insert(Photo(id: id, office: Ref(id: id)))
                _ = try changes.update(Desk.self, id) { $0.office = Ref(id: id) }
            }
            try changes.insert(Lease(id: 2, office: Ref(id: 2)))
        }
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { _ = try $0.delete(Office.self, 2) }
        }
        #expect(error?.code == .deleteDenied)
        try store.performChanges { _ = try $0.delete(Office.self, 1) }
        #expect(try store.find(Desk.self, 1)?.office == .some(nil))
        #expect(try store.find(Desk.self, 2)?.office == Ref(id: 2))
        #expect(try store.fetch(\.id, Lamp.all) == [2])
        let photo = try #require(try store.find(Photo.self, 1))
        #expect(photo.office == Ref(id: 1))
        #expect(try store.find(photo.office) == nil)
    }
}
