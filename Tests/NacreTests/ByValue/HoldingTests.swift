import Nacre
import NacreTestSupport
import Testing

/// Objects with objects in them: the records that are written, when, and their later content.
@Suite struct HoldingTests {
    private typealias Employee = Company.Employee
    private typealias Owner = Company.Owner
    private typealias Shop = Company.Shop
    private typealias Kiosk = Company.Kiosk

    private let store: Store

    init() throws { store = try Store.inMemory(Shop.self, Kiosk.self) }

    @Test func `changing a held object changes only that object`() async throws {
        let anne = Owner(name: "Anne")
        let shop = Shop(name: "a", owner: anne, employees: [Employee(name: "e", age: 1)])
        try await store.performChanges { try $0.insert(shop) }
        var commits = store.commits.makeAsyncIterator()
        try await store.performChanges { changes in
            var changed = shop
            changed.owner?.name = "Anna"
            try changes.update(changed)
        }
        let commit = try #require(try await commits.next())
        #expect(try commit.updated(Owner.self).map(\.new.name) == ["Anna"])
        // Neither the employee nor the stored record of the shop has changed.
        #expect(try commit.updated(Employee.self).isEmpty)
        #expect(try commit.updated(Shop.self).isEmpty)
        #expect(try store.find(Shop.self, shop.id)?.owner?.name == "Anna")
    }

    @Test func `an update changes held objects`() throws {
        let shop = Shop(name: "a", employees: (0..<3).map { Employee(name: "e", age: $0) })
        try store.performChanges { try $0.insert(shop) }
        try store.performChanges { changes in
            try changes.update(Shop.all) { shop in
                for place in shop.employees.indices { shop.employees[place].age += 1 }
            }
        }
        #expect(try store.fetch(\.age, Employee.all.sorted(\.age.ascending)) == [1, 2, 3])
    }

    @Test func `a failed change leaves nothing of any object`() throws {
        let anne = Owner(name: "Anne")
        try store.performChanges { try $0.insert(anne) }
        let twin = Shop(
            name: "a", owner: Owner(name: "Anne"), employees: [Employee(name: "e", age: 1)])
        let error = storeError { try store.performChanges { try $0.insert(twin) } }
        #expect(error?.code == .uniqueViolation)
        #expect(try store.count(Shop.all) == 0 && store.count(Employee.all) == 0)
        #expect(try store.fetch(Owner.all) == [anne])
    }

    @Test func `broken rules of all objects are reported together`() throws {
        let shop = Shop(
            name: "a", employees: [-1, 5, -2].map { Employee(name: "e", age: $0) })
        let error = storeError { try store.performChanges { try $0.insert(shop) } }
        #expect(error?.code == .invalidObject)
        #expect(error?.violations.count == 2)
        #expect(try store.count(Shop.all) == 0)
    }

    @Test func `delete rules of held objects are those of references`() throws {
        let anne = Owner(name: "Anne")
        let employee = Employee(name: "e", age: 1)
        let shop = Shop(name: "a", owner: anne, employees: [employee])
        let kiosk = Kiosk(id: 1, owner: anne, helpers: [employee])
        try store.performChanges { changes in
            try changes.insert(shop)
            try changes.insert(kiosk)
        }
        let denied = storeError { try store.performChanges { try $0.delete(anne) } }
        #expect(denied?.code == .deleteDenied)
        try store.performChanges { changes in
            try changes.delete(kiosk)
            try changes.delete(anne)
            try changes.delete(employee)
        }
        #expect(try store.fetch(Shop.all) == [Shop(name: "a", id: shop.id)])
    }

    @Test func `a deleted held object is nil, left out, or an error with its holder`() throws {
        let files = TypedStore()
        let anne = Loose.Owner(id: 7)
        let first = try files.open(Loose.Shop.self, Loose.Kiosk.self)
        try first.performChanges { changes in
            try changes.insert(Loose.Shop(id: 1, owner: anne, all: [anne, Loose.Owner(id: 8)]))
            try changes.insert(Loose.Kiosk(id: 2, owner: anne))
            try changes.insert(Loose.Kiosk(id: 3, owner: Loose.Owner(id: 8)))
            try changes.delete(anne)
        }
        try first.close()
        let store = try files.open(Loose.Shop.self, Loose.Kiosk.self)
        #expect(
            try store.find(Loose.Shop.self, 1)
                == Loose.Shop(id: 1, owner: nil, all: [Loose.Owner(id: 8)]))
        let error = storeError { try store.find(Loose.Kiosk.self, 2) }
        #expect(error?.code == .undecodable)
        let message = error?.message ?? ""
        for part in ["'owner'", "'Kiosk'", "id 2", "'Owner'"] { #expect(message.contains(part)) }
        #expect(try store.find(Loose.Kiosk.self, 3)?.owner.id == 8)
    }

    @Test func `an object that is held twice has the value nearest to the root`() throws {
        var root = Chain.Link(id: 1, text: "new")
        root.next = [Chain.Link(id: 2, text: "b", next: [Chain.Link(id: 1, text: "old")])]
        let store = try Store.inMemory(Chain.Link.self)
        try store.performChanges { try $0.insert(root) }
        #expect(try store.find(Chain.Link.self, 1)?.text == "new")
        #expect(try store.count(Chain.Link.all) == 2)
    }

    @Test func `a long chain is saved and read, and a chain that is too long is refused`() throws {
        let store = try Store.inMemory(Chain.Link.self)
        func chain(_ count: Int) -> Chain.Link {
            (0..<count).reversed().reduce(Chain.Link(id: -1, text: "")) { next, id in
                Chain.Link(id: id, text: "", next: id == count - 1 ? [] : [next])
            }
        }
        try store.performChanges { try $0.save(chain(1000)) }
        #expect(try store.count(Chain.Link.all) == 1000)
        var link = try #require(try store.find(Chain.Link.self, 0))
        var depth = 1
        while let next = link.next.first { (link, depth) = (next, depth + 1) }
        #expect(depth == 1000)
        let error = storeError { try store.performChanges { try $0.save(chain(1001)) } }
        #expect(error?.code == .invalidValue)
        // With one more object the chain is too long: it cannot be read, but the chain that it
        // holds can.
        try store.performChanges {
            try $0.insert(Chain.Link(id: 5000, text: "", next: [Chain.Link(id: 0, text: "")]))
            try $0.update(Chain.Link.self, 0) { $0.next = [] }
        }
        #expect(try store.find(Chain.Link.self, 5000)?.next.map(\.id) == [0])
    }
}

/// Objects by value without delete rules.
private enum Loose {
    struct Owner: Hashable, Entity {
        let id: Int
        static let entityName = "Owner"
        static let schema = EntitySchema(Self.init, Attribute("id", \.id))
    }

    struct Shop: Hashable, Entity {
        let id: Int
        var owner: Owner?
        var all: [Owner]
        static let entityName = "Shop"
        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("owner", \.owner, .relationship(.noAction)),
            Attribute("all", \.all, .relationship(.noAction)))
    }

    struct Kiosk: Hashable, Entity {
        let id: Int
        var owner: Owner
        static let entityName = "Kiosk"
        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("owner", \.owner, .relationship(.noAction)))
    }
}
