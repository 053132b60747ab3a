import Nacre
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Steps that work on more than one entity: their possible actions, all in one commit.
@Suite struct SchemaMigrationTests {
    private let files = TypedStore()

    /// An earlier program, with one entity for two things.
    enum First {
        @Entity
        struct Member: Equatable {
            static let entityName = "Member"
            let id: Int
            var name: String
            var street: String?
            var club: String
            var mentor: Ref<Member>?
        }
    }

    /// The later program: clubs are objects, streets are in another entity, and names are split.
    enum Second {
        @Entity
        struct Member: Equatable {
            static let entityName = "Member"
            let id: Int
            var name: String
            var club: Ref<Club>?
            var mentor: Ref<Member>?
        }

        @Entity
        struct Club: Equatable {
            static let entityName = "Club"
            let id: ObjectID<Club>
            var title: String
            var size: Int
        }

        @Entity
        struct Address: Equatable {
            static let entityName = "Address"
            let id: Int
            var street: String
        }
    }

    private struct Refused: Error {}

    private static func options(_ step: SchemaStep) -> Store.Options {
        var options = Store.Options()
        options.schemaPlan = SchemaPlan(step)
        return options
    }

    private static let clubs = SchemaStep(
        2, "clubs and addresses are objects",
        .addEntity("Club", ObjectID<Second.Club>.self),
        .add("title", String.self, default: "", to: "Club"),
        .add("size", Int.self, default: 0, to: "Club"),
        .addEntity("Address", Int.self),
        .add("street", String.self, default: "", to: "Address"),
        .rename("club", to: "clubTitle", of: "Member"),
        .add("club", Ref<Second.Club>?.self, to: "Member"),
        .migrate { store in
            var clubs: [String: DynamicObject] = [:]
            try store.forEach("Member") { member in
                let title: String = try member["clubTitle"] ?? ""
                let club =
                    try clubs[title]
                    ?? store.insert("Club") { club in
                        club["title"] = title
                    }
                clubs[title] = club
                let id: ObjectID<Second.Club>? = try club["id"]
                try store.update(club) { $0["size"] = ($0["size"] ?? 0) + 1 }
                try store.update(member) { $0["club"] = id.map { Ref<Second.Club>(id: $0) } }
                guard let street: String = try member["street"] else { return }
                try store.insert("Address") { address in
                    address["id"] = try member["id"] as Int?
                    address["street"] = street
                }
            }
        },
        .remove("clubTitle", from: "Member"), .remove("street", from: "Member"))

    init() throws {
        let store = try files.open(First.Member.self)
        try store.performChanges { changes in
            for id in 1...2000 {
                try changes.insert(
                    First.Member(
                        id: id, name: "member \(id)",
                        street: id.isMultiple(of: 2) ? "street \(id)" : nil,
                        club: "club \(id % 3)", mentor: id == 1 ? nil : Ref(id: id - 1)))
            }
        }
        try store.close()
    }

    @Test func `R8 one entity becomes three, with relationships, in one commit`() throws {
        let before = try commits()
        for _ in 0..<2 {
            let store = try files.open(
                Second.Member.self, Second.Club.self, Second.Address.self,
                options: Self.options(Self.clubs))
            #expect(try store.count(Second.Member.all) == 2000)
            #expect(try store.count(Second.Address.all) == 1000)
            #expect(try store.find(Second.Address.self, 10)?.street == "street 10")
            #expect(try store.find(Second.Address.self, 11) == nil)
            let clubs = try store.fetch(Second.Club.all.sorted(\.title.ascending))
            #expect(clubs.map(\.title) == ["club 0", "club 1", "club 2"])
            #expect(clubs.map(\.size) == [666, 667, 667])
            let member = try #require(try store.find(Second.Member.self, 5))
            #expect(member.club?.id == clubs[2].id)
            #expect(member.mentor?.id == 4)
            try store.close()
            try files.checkIntegrity()
        }
        #expect(try commits() == before + 1)
    }

    private func commits() throws -> UInt64 {
        let database = try Database(
            at: TestStore.path, options: .readOnly, fileSystem: files.files)
        return try database.snapshot().commit.rawValue
    }

    @Test func `R8 a removed entity frees its name, and rules still apply`() throws {
        let step = SchemaStep(2, "no members", .removeEntity("Member"), .removeEntity("None"))
        let preview = try Store.schemaPreview(
            at: TestStore.path, Self.options(step), [], fileSystem: files.files)
        #expect(preview.changes.map(\.objects) == [2000, 0])
        #expect(preview.description.contains("Member: is removed with all objects"))
        #expect(preview.description.contains("None: does not exist, so step 2 skips it"))

        struct Member: Entity, Equatable {
            let id: Int
            var name: Double
            static let schema = EntitySchema(
                Member.init, Attribute("id", \.id), Attribute("name", \.name, default: 0))
        }
        let store = try files.open(Member.self, options: Self.options(step))
        #expect(try store.count(Member.all) == 0)
        try store.performChanges { try $0.insert(Member(id: 1, name: 0.5)) }
        #expect(try store.find(Member.self, 1)?.name == 0.5)
        try store.close()
        try files.checkIntegrity()
    }

    @Test func `deleting in a step cascades or nullifies references`() throws {
        let step = SchemaStep(
            2,
            .migrate { store in
                guard let first = try store.find("Member", 1) else { throw Refused() }
                guard try store.delete(first), try !store.delete(first) else { throw Refused() }
                guard try store.find("Member", 1) == nil else { throw Refused() }
                guard try store.count("Member") == 1999 else { throw Refused() }
                guard store.entities == ["Member"] else { throw Refused() }
            })
        let store = try files.open(First.Member.self, options: Self.options(step))
        #expect(try store.find(First.Member.self, 1) == nil)
        #expect(try store.find(First.Member.self, 2)?.mentor == nil)
        #expect(try store.find(First.Member.self, 3)?.mentor?.id == 2)
    }

    @Test func `any error in a step leaves the store unchanged`() throws {
        typealias Body = @Sendable (DynamicChanges) throws -> Void
        let bodies: [(Body, String)] = [
            ({ try $0.insert("Nobody") { $0["id"] = 1 } }, "Nobody"),
            ({ _ = try $0.find("Member", "one") }, "is stored as int64, but was used as string"),
            (
                { store in
                    try store.insert("Member") { member in
                        (member["id"], member["name"], member["club"]) = (1, "again", "none")
                    }
                }, "with this id already"
            ),
            ({ try $0.insert("Member") { $0["id"] = 5000 } }, "'name' of 'Member' takes string"),
            ({ try $0.insert("Member") { $0["nome"] = "x" } }, "has no attribute 'nome'"),
            (
                { store in
                    try store.forEach("Member") { member in
                        try store.update(member) { $0["id"] = 9000 }
                    }
                }, "never changes"
            ),
            (
                { store in
                    try store.forEach("Member") { member in
                        if try member["id"] == 700 as Int? { throw Refused() }
                    }
                }, "'Member' with the id 700"
            ),
            (
                { store in
                    guard let first = try store.find("Member", 1) else { return }
                    try store.delete(first)
                    try store.update(first) { $0["name"] = "again" }
                }, "with the id 1 any more"
            ),
        ]
        for (body, message) in bodies {
            let before = try commits()
            let step = SchemaStep(2, "wrong", .migrate(body))
            let error = storeError {
                try files.open(First.Member.self, options: Self.options(step))
            }
            #expect(error?.message.contains("Step 2, 'wrong',") == true)
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "none")")
            #expect(try commits() == before)
        }
        let store = try files.open(First.Member.self)
        #expect(try store.count(First.Member.all) == 2000)
    }

    @Test func `progress counts the objects that were read`() throws {
        let kept = Mutex<Int?>(nil)
        let step = SchemaStep(
            2,
            .migrate { store in
                try store.forEach("Member") { member in
                    let id: Int = try member["id"] ?? 0
                    kept.withLock { $0 = max($0 ?? 0, id) }
                }
            })
        let told = Mutex<[Int]>([])
        var options = Store.Options()
        options.schemaPlan = SchemaPlan(step) { progress in
            told.withLock { $0.append(progress.done) }
        }
        _ = try files.open(First.Member.self, options: options)
        #expect(kept.withLock { $0 } == 2000)
        #expect(told.withLock { $0 } == [1024, 2000])
    }

    @Test func `a preview lists closures without running them`() throws {
        let preview = try Store.schemaPreview(
            at: TestStore.path, Self.options(Self.clubs),
            [Second.Member.self, Second.Club.self, Second.Address.self],
            fileSystem: files.files)
        #expect(preview.refusal == nil)
        #expect(preview.description.contains("Club: is added"))
        #expect(preview.description.contains("\nchanges objects of any entity\n"))
        #expect(preview.generation == (0, 2))
    }

    /// Names by their first letters, computed by the type.
    @Entity
    struct Sorted: Equatable {
        static let entityName = "Member"
        let id: Int
        var name: String
        var street: String?
        var club: String
        var mentor: Ref<Sorted>?
        @Derived(.indexed) var initial: String { String(name.prefix(3)) }
    }

    @Test func `derived attributes are computed from the results of steps`() throws {
        try files.open(Sorted.self).close()
        let step = SchemaStep(
            2,
            .migrate { store in
                try store.insert("Member") { member in
                    (member["id"], member["name"], member["club"]) = (3000, "xyz", "none")
                }
                guard let second = try store.find("Member", 2) else { throw Refused() }
                try store.update(second) { $0["name"] = "abc" }
            },
            .rewrite("Member") { old, new in
                if try old["id"] == 3 as Int? { new["name"] = "rst" }
            })
        for _ in 0..<2 {
            let store = try files.open(Sorted.self, options: Self.options(step))
            for (id, initial) in [(3000, "xyz"), (2, "abc"), (3, "rst"), (4, "mem")] {
                let found = try store.fetch(Sorted.where { $0.initial == initial && $0.id == id })
                #expect(found.map(\.id) == [id])
            }
            #expect(try store.count(Sorted.all) == 2001)
            try store.close()
            try files.checkIntegrity()
        }
    }

    @Test func `a step may catch an error and continue`() throws {
        let step = SchemaStep(
            2,
            .migrate { store in
                var met = 0
                do {
                    try store.forEach("Member") { _ in
                        met += 1
                        if met == 10 { throw Refused() }
                    }
                    throw Failed()
                } catch is Refused {}
                try store.forEach("None") { _ in throw Failed() }
                guard try store.count("None") == 0, try store.deleteAll("None") == 0,
                    try store.find("None", 1) == nil
                else { throw Failed() }
            },
            .migrate { _ in throw Refused() })
        let error = storeError { try files.open(First.Member.self, options: Self.options(step)) }
        #expect(error?.message.contains("failed. The store was not changed.") == true)
    }

    private struct Failed: Error {}

    @Test func `an existing entity with another id, or an invalid one, is refused first`() throws {
        let changes: [(SchemaChange, String)] = [
            (.addEntity("Member", String.self), "store has it with 'id' of type int64"),
            (.addEntity("Member", id: "number", Int.self), "Rename that"),
            (.addEntity("", Int.self), "1 to"),
            (.addEntity("Text", JSONText.self), "cannot be stored"),
        ]
        for (change, message) in changes {
            let options = Self.options(SchemaStep(2, change))
            let error = storeError { try files.open(First.Member.self, options: options) }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "none")")
            let preview = try Store.schemaPreview(
                at: TestStore.path, options, [First.Member.self], fileSystem: files.files)
            #expect(preview.refusal?.message.contains(message) == true)
        }
        let same = Self.options(SchemaStep(2, .addEntity("Member", Int.self)))
        #expect(try files.open(First.Member.self, options: same).count(First.Member.all) == 2000)
    }
}
