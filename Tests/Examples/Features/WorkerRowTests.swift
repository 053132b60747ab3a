import Foundation
import Nacre
import NacreObjects
import Testing

/// The promises of the worker over Core Data: the rows of the catalogue of features that its
/// fourteen scenarios do not cover.
@Suite struct WorkerRowTests {
    @Entity
    struct User: Hashable, ManagedObjectConvertible {
        let id: String
        var name: String
        var birthday: Date?
    }

    @Entity
    struct Account: Hashable, ManagedObjectConvertible {
        let id: Int
        var owner: Ref<User>
    }

    @Test func `W1 W11 a store is one expression, and several can exist side by side`() async throws
    {
        let first = try Store.inMemory(User.self)
        let second = try Store.inMemory(User.self)
        try await Worker(first).upsert([User(id: "a", name: "Anne", birthday: nil)])
        #expect(try first.count(User.all) == 1)
        #expect(try second.count(User.all) == 0)
    }

    @Test func `W3 W20 values cross tasks without any unchecked Sendable type`() async throws {
        let store = try Store.inMemory(User.self)
        let user = User(id: "a", name: "Anne", birthday: .now)
        try await store.performChanges { _ = try $0.insert(user) }
        let snapshot = try store.snapshot()
        let names = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<8 {
                group.addTask { try snapshot.find(User.self, "a")?.name }
            }
            return try await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(names == Array(repeating: "Anne", count: 8))
    }

    @Test func `W4 a worker needs one type and, if it is its own record, no mapping`() async throws
    {
        let worker: any WorkerProtocol = Worker(try Store.inMemory(User.self, Account.self))
        try await worker.upsert([User(id: "a", name: "Anne", birthday: nil)])
        try await worker.upsert([Account(id: 1, owner: Ref(id: "a"))])
        let users: [User] = try await worker.get()
        let accounts: [Account] = try await worker.get()
        #expect(users.map(\.name) == ["Anne"])
        #expect(accounts.map(\.owner.id) == ["a"])
    }

    @Test func `W9 a value declares its record by its primary associated type`() throws {
        func record<Record>(of value: some ManagedObjectConvertible<Record>) -> Any.Type {
            Record.self
        }
        let user = User(id: "a", name: "Anne", birthday: nil)
        #expect(ObjectIdentifier(record(of: user)) == ObjectIdentifier(User.self))
        let kept: any ManagedObjectConvertible<User> = user
        let store = try Store.inMemory(User.self)
        let name = try store.performChanges { try kept.toManagedObject(in: $0).name }
        #expect(name == "Anne")
    }

    @Test func `W14 errors have one type, which gives the cause`() async throws {
        let store = try Store.inMemory(User.self)
        let worker = Worker(store)
        try store.close()
        do throws(WorkerError) {
            let _: [User] = try await worker.get()
            Issue.record("a closed store gives nothing")
        } catch {
            #expect((error.underlying as? StoreError)?.code == .closed)
        }
    }

    @Test func `W16 one object is found by its id, and the first of a request by a filter`() throws
    {
        let store = try Store.inMemory(User.self)
        try store.performChanges { changes in
            for id in ["c", "a", "b"] {
                try changes.insert(User(id: id, name: id.uppercased(), birthday: nil))
            }
        }
        #expect(try store.find(User.self, "b")?.name == "B")
        #expect(try store.first(User.where { $0.name > "A" })?.id == "b")
        #expect(try store.first(User.where { $0.name > "X" }) == nil)
    }

    @Test func `W18 a struct that is its own record needs no mapping code`() async throws {
        // The conformance above is all the code that is needed.
        let worker = Worker(try Store.inMemory(User.self))
        let user = User(id: "a", name: "Anne", birthday: .distantPast)
        try await worker.upsert([user])
        #expect(try await worker.get() == [user])
    }

    @Test func `W22 unreadable objects are an error and never left out silently`() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(at: folder.path("a.nacre"), Painted.self)
        try await store.performChanges { changes in
            try changes.insert(Painted(id: 1, colour: .red))
            try changes.insert(Painted(id: 2, colour: .blue))
        }
        try store.close()
        // An older program without the case blue.
        let older = Worker(try Store(at: folder.path("a.nacre"), OlderPainted.self))
        await #expect(throws: WorkerError.self) {
            let _: [OlderPainted] = try await older.get()
        }
        let red: [OlderPainted] = try await older.get(where: { $0.id == 1 })
        #expect(red.map(\.colour) == [.red])
    }

    enum Colour: String, Storable { case red, blue }
    enum OlderColour: String, Storable { case red }

    @Entity
    struct Painted: Hashable {
        static var entityName: String { "Painted" }
        let id: Int
        var colour: Colour
    }

    @Entity
    struct OlderPainted: Hashable, ManagedObjectConvertible {
        static var entityName: String { "Painted" }
        let id: Int
        var colour: OlderColour
    }
}
