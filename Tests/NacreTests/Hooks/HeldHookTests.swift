import Nacre
import NacreTestSupport
import Synchronization
import Testing

/// Hooks of objects that others hold by value.
@Suite(.serialized) struct HeldHookTests {
    private static let lines = Mutex<[String]>([])

    private static func log(_ line: String) { lines.withLock { $0.append(line) } }

    private static func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    struct Worker: Entity, Equatable, WillSave, WillDelete, DidSave {
        let id: Int
        var name: String
        var version = 0
        var tools: [Tool] = []

        static let schema = EntitySchema(
            Worker.init, Attribute("id", \.id), Attribute("name", \.name, .length(1...9)),
            Attribute("version", \.version), Attribute("tools", \.tools))

        struct Refusal: Error {}

        mutating func willSave(replacing old: Worker?, in changes: WriteTransaction) throws {
            HeldHookTests.log("will save \(id), was \(old?.name ?? "new")")
            if name == "refused" { throw Refusal() }
            if name == "smith" { tools.append(Tool(id: id)) }
            if name == "cut" { name = "" }
            version = (old?.version ?? 0) + 1
        }

        func willDelete(in changes: WriteTransaction) throws {
            HeldHookTests.log("will delete \(id)")
            if name == "kept" { throw Refusal() }
        }

        static func didSave(_ saved: Saved<Worker>) {
            let updated = saved.updated.map(\.new.id)
            HeldHookTests.log("did save \(saved.inserted.map(\.id)) \(updated)")
        }
    }

    struct Tool: Entity, Equatable, WillSave {
        let id: Int
        static let schema = EntitySchema(Tool.init, Attribute("id", \.id))

        mutating func willSave(replacing old: Tool?, in changes: WriteTransaction) {
            HeldHookTests.log("will save tool \(id)")
        }
    }

    struct Shop: Entity, Equatable {
        let id: Int
        var title: String
        var owner: Worker?
        var staff: [Worker] = []
        static let schema = EntitySchema(
            Shop.init, Attribute("id", \.id), Attribute("title", \.title, .length(1...9)),
            Attribute("owner", \.owner, .relationship(.cascade)), Attribute("staff", \.staff))
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(Shop.self, Worker.self, Tool.self)
        try store.performChanges { changes in
            let staff = [Worker(id: 1, name: "anne"), Worker(id: 2, name: "bo")]
            try changes.insert(Shop(id: 1, title: "a", owner: staff[0], staff: staff))
        }
        return store
    }

    @Test func `hooks run for new and changed objects, which are stored as the hooks leave them`()
        throws
    {
        let store = try Self.store()
        #expect(
            Self.take() == ["will save 1, was new", "will save 2, was new", "did save [1, 2] []"])
        try store.performChanges { changes in
            try changes.update(Shop.self, 1) { shop in
                shop.staff[1].name = "boris"
                shop.staff.append(Worker(id: 3, name: "smith"))
            }
        }
        #expect(
            Self.take() == [
                "will save 2, was bo", "will save 3, was new", "will save tool 3",
                "did save [3] [2]",
            ])
        let shop = try #require(try store.find(Shop.self, 1))
        #expect(shop.staff.map(\.version) == [1, 2, 1])
        #expect(shop.staff[2].tools == [Tool(id: 3)])
        #expect(shop.owner?.version == 1)
    }

    @Test func `a save returns held objects as their hooks leave them`() throws {
        let store = try Self.store()
        let smith = Worker(id: 3, name: "smith")
        let (inserted, updated, saved, same) = try store.performChanges { changes in
            let inserted = try changes.insert(Shop(id: 2, title: "b", staff: [smith]))
            var shop = inserted
            shop.staff[0].name = "smithy"
            let updated = try changes.update(shop)
            shop.owner = Worker(id: 4, name: "di")
            return (inserted, updated, try changes.save(shop), try changes.save(shop))
        }
        #expect(inserted.staff.map(\.version) == [1])
        #expect(inserted.staff[0].tools == [Tool(id: 3)])
        #expect(updated.staff.map(\.version) == [2])
        #expect(saved.owner?.version == 1)
        #expect(try store.find(Shop.self, 2) == same)
        _ = Self.take()
    }

    @Test func `rules apply after the hooks, and a refusal stores nothing`() throws {
        let store = try Self.store()
        let before = try store.fetch(Shop.all)
        _ = Self.take()
        for (name, code) in [("refused", StoreError.Code.refused), ("cut", .invalidObject)] {
            let error = storeError {
                try store.performChanges { changes in
                    try changes.update(Shop.self, 1) { shop in
                        (shop.title, shop.staff[0].name) = ("", "boris")
                        shop.staff[1].name = name
                    }
                }
            }
            #expect(error?.code == code)
            if code == .invalidObject { #expect(error?.violations.count == 2) }
        }
        #expect(try store.fetch(Shop.all) == before)
        #expect(!Self.take().contains { $0.hasPrefix("did") })
    }

    @Test func `deleting held objects cascades and calls hooks as references do`() throws {
        let store = try Self.store()
        _ = Self.take()
        try store.performChanges { _ = try $0.delete(Worker.self, 1) }
        #expect(Self.take() == ["will delete 1", "did save [] []"])
        #expect(try store.count(Shop.all) == 0 && store.count(Worker.all) == 1)
        try store.performChanges { changes in
            let owner = Worker(id: 4, name: "kept")
            try changes.insert(Shop(id: 2, title: "b", owner: owner))
        }
        let error = storeError {
            try store.performChanges { _ = try $0.delete(Worker.self, 4) }
        }
        #expect(error?.code == .refused)
        #expect(try store.count(Shop.all) == 1)
    }
}
