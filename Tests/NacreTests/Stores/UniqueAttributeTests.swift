import Nacre
import NacreTestSupport
import Testing

/// Unique attributes through the typed API. The engine's trees have tests of their own.
@Suite struct UniqueAttributeTests {
    private struct Member: Entity, Equatable {
        let id: Int
        var mail: String
        var badge: Money?
        var name: String

        static let schema = EntitySchema(
            Member.init, Attribute("id", \.id), Attribute("mail", \.mail, .unique),
            Attribute("badge", \.badge, .unique, .named("number")), Attribute("name", \.name))
    }

    private let files = TypedStore()
    private let anna = Member(id: 1, mail: "anna@x", badge: Money(cents: 7), name: "Anna")
    private let ben = Member(id: 2, mail: "ben@x", badge: nil, name: "Ben")

    private func filled() throws -> Store {
        let store = try files.open(Member.self)
        try store.performChanges { try $0.insert(contentsOf: [anna, ben]) }
        return store
    }

    /// Returns the code of the error that a change throws.
    private func code(
        _ store: Store, _ body: (WriteTransaction) throws -> Void
    ) -> StoreError.Code? {
        storeError { try store.performChanges { try body($0) } }?.code
    }

    @Test func `an object is found by a unique attribute`() throws {
        let store = try filled()
        #expect(try store.find(Member.self, \.mail, "ben@x") == ben)
        #expect(try store.find(Member.self, \.mail, "none") == nil)
        #expect(try store.find(Member.self, \.id, 1) == anna)
        let badge = KeyPathFields<Member>(FieldPath()).badge
        #expect(badge.fieldPath.name == "number")
        try store.performChanges { changes in
            try changes.update(Member.self, 2) { $0.mail = "new@x" }
            #expect(try changes.find(Member.self, \.mail, "ben@x") == nil)
            #expect(try changes.find(Member.self, \.mail, "new@x")?.id == 2)
        }
        try store.close()
        #expect(try files.open(Member.self).find(Member.self, \.mail, "new@x")?.id == 2)
    }

    @Test func `a value that another object has is refused`() throws {
        let store = try filled()
        let other = Member(id: 3, mail: "anna@x", badge: nil, name: "Other")
        #expect(code(store) { try $0.insert(other) } == .uniqueViolation)
        #expect(code(store) { try $0.save(other) } == .uniqueViolation)
        #expect(
            code(store) { try $0.update(Member.self, 2) { $0.badge = Money(cents: 7) } }
                == .uniqueViolation)
        // Any number of objects may have nil, and an object does not conflict with itself.
        try store.performChanges { changes in
            try changes.insert(Member(id: 3, mail: "c@x", badge: nil, name: "C"))
            try changes.update(Member.self, 1) { $0.name = "Anne" }
        }
        #expect(try store.count(Member.all) == 3)
    }

    @Test func `an upsert on a unique attribute follows its conflict rule`() throws {
        let store = try filled()
        let newer = Member(id: 9, mail: "anna@x", badge: nil, name: "Newer")
        #expect(
            code(store) { try $0.upsert(newer, on: \.mail, conflict: .error) } == .uniqueViolation)
        try store.performChanges { changes in
            let kept = try changes.upsert(newer, on: \.mail, conflict: .keepExisting)
            #expect(kept == anna)
            let replaced = try changes.upsert(newer, on: \.mail)
            #expect(replaced == Member(id: 1, mail: "anna@x", badge: nil, name: "Newer"))
            // nil never conflicts with nil.
            let added = try changes.upsert(
                Member(id: 4, mail: "d@x", badge: nil, name: "D"), on: \.badge)
            #expect(added.id == 4)
            let byBadge = Member(id: 5, mail: "e@x", badge: Money(cents: 1), name: "E")
            try changes.upsert(contentsOf: [byBadge, byBadge], on: \.badge)
        }
        #expect(try store.fetch(\.name, Member.all) == ["Newer", "Ben", "D", "E"])
    }

    @Test func `findOrInsert by a unique attribute inserts once`() throws {
        let store = try filled()
        try store.performChanges { changes in
            for name in ["first", "second"] {
                let found = try changes.findOrInsert(Member.self, \.mail, "x@x") {
                    Member(id: 7, mail: "x@x", badge: nil, name: name)
                }
                #expect(found.name == "first")
            }
        }
        #expect(try store.count(Member.all) == 3)
    }

    @Test func `an attribute becomes unique if no two objects are equal in it`() throws {
        struct Plain: Entity {
            let id: Int
            var mail: String
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Plain.init, Attribute("id", \.id), Attribute("mail", \.mail))
        }
        struct Unique: Entity {
            let id: Int
            var mail: String
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Unique.init, Attribute("id", \.id), Attribute("mail", \.mail, .unique))
        }
        let plain = try files.open(Plain.self)
        try plain.performChanges { changes in
            try changes.insert(contentsOf: [Plain(id: 1, mail: "a"), Plain(id: 2, mail: "a")])
        }
        try plain.close()
        let preview = try Store.schemaPreview(
            at: TestStore.path, Store.Options(), [Unique.self], fileSystem: files.files)
        #expect(preview.refusal?.code == .uniqueViolation)
        #expect(preview.refusal?.message.contains("Its id is 2.") == true)
        let refusal = storeError { _ = try files.open(Unique.self) }
        #expect(refusal?.message == preview.refusal?.message)
        let again = try files.open(Plain.self)
        try again.performChanges { try $0.update(Plain(id: 2, mail: "b")) }
        try again.close()
        let allowed = try Store.schemaPreview(
            at: TestStore.path, Store.Options(), [Unique.self], fileSystem: files.files)
        #expect(allowed.description == "Thing: 'mail' becomes unique")
        let unique = try files.open(Unique.self)
        #expect(try unique.find(Unique.self, \.mail, "b")?.id == 2)
        #expect(code(unique) { try $0.insert(Unique(id: 3, mail: "a")) } == .uniqueViolation)
    }
}
