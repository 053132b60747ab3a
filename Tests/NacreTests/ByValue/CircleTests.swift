import Nacre
import NacreTestSupport
import Testing

/// Objects that refer to one another in circles, which values cannot do.
@Suite struct CircleTests {
    /// The references between objects, by brute force.
    private struct Model {
        let next: [[Int]]

        /// Returns the number of steps from a start to each object, or nil if it is unreachable.
        func levels(from start: Int) -> [Int?] {
            var levels = [Int?](repeating: nil, count: next.count)
            levels[start] = 0
            var step = [start]
            while !step.isEmpty {
                var further: [Int] = []
                for node in step {
                    for target in next[node] where levels[target] == nil {
                        levels[target] = (levels[node] ?? 0) + 1
                        further.append(target)
                    }
                }
                step = further
            }
            return levels
        }

        /// Returns the value of an object, without the references that lead back.
        func value(from start: Int) -> Chain.Link {
            let levels = levels(from: start)
            let reach = next.indices.map { self.levels(from: $0) }
            func value(_ node: Int) -> Chain.Link {
                let kept = next[node].filter { target in
                    let isCircle = reach[target][node] != nil
                    return !isCircle || (levels[target] ?? 0) > (levels[node] ?? 0)
                }
                return Chain.Link(id: node, text: "t\(node)", next: kept.map(value))
            }
            return value(start)
        }
    }

    private func store(_ model: Model, in files: TypedStore) throws {
        let store = try files.open(Chain.Stored.self)
        try store.performChanges { changes in
            for (id, next) in model.next.enumerated() {
                try changes.insert(
                    Chain.Stored(id: id, text: "t\(id)", next: next.map { Ref(id: $0) }))
            }
        }
        try store.close()
    }

    @Test func `objects of any graph are read without backward references, and kept on saving`() {
        let list = Generator<[Int]>.array(of: .integer(in: 0...5), count: 0...3)
        property("graphs", runs: 40, .array(of: list, count: 6...6)) { next in
            let model = Model(next: next)
            let files = TypedStore()
            try self.store(model, in: files)
            let store = try files.open(Chain.Link.self)
            let expected = next.indices.map { model.value(from: $0) }
            try requireEqual(try store.fetch(Chain.Link.all), expected)
            for value in expected {
                try requireEqual(try store.find(Chain.Link.self, value.id), value)
            }
            for value in expected {
                var changed = value
                changed.text += "!"
                try store.performChanges { try $0.save(changed) }
            }
            try store.close()
            let stored = try files.open(Chain.Stored.self)
            let saved = try stored.fetch(Chain.Stored.all)
            try requireEqual(saved.map { $0.next.map(\.id) }, next)
            // It was saved last.
            try requireEqual(saved[5].text, "t5!")
        }
    }

    @Test func `two objects that hold each other are saved and read`() throws {
        let store = try Store.inMemory(Mutual.Shop.self)
        var shop = Mutual.Shop(id: 1, employees: [])
        shop.employees = [Mutual.Employee(id: 2, shop: shop)]
        try store.performChanges { try $0.insert(shop) }
        let read = try #require(try store.find(Mutual.Shop.self, 1))
        #expect(read.employees.map(\.id) == [2])
        #expect(read.employees[0].shop == nil)
        let employee = try #require(try store.find(Mutual.Employee.self, 2))
        #expect(employee.shop?.id == 1)
        #expect(employee.shop?.employees == [])
        // Saving values that were read removes neither from the other.
        try store.performChanges { changes in
            try changes.save(read)
            try changes.save(employee)
        }
        #expect(try store.find(Mutual.Shop.self, 1) == read)
        #expect(try store.find(Mutual.Employee.self, 2) == employee)
    }

    @Test func `a backward reference does not conflict with a save based on a snapshot`() throws {
        let store = try Store.inMemory(Mutual.Shop.self)
        var shop = Mutual.Shop(id: 1, employees: [])
        shop.employees = [Mutual.Employee(id: 2, shop: shop)]
        try store.performChanges { try $0.insert(shop) }
        var snapshot = try store.snapshot()
        var read = try #require(try snapshot.find(Mutual.Shop.self, 1))
        var found = try #require(try snapshot.find(Mutual.Employee.self, 2))
        try store.performChanges { changes in
            _ = try changes.update(Mutual.Shop.self, 1) { $0.name = "s" }
            _ = try changes.update(Mutual.Employee.self, 2) { $0.name = "Bo" }
        }
        // The other two make the same change.
        read.name = "s"
        read.employees[0].name = "Bo"
        found.name = "Bo"
        found.shop?.name = "s"
        try store.performChanges { changes in
            try changes.save(read, basedOn: snapshot)
            try changes.save(found, basedOn: snapshot)
        }
        #expect(try store.find(Mutual.Shop.self, 1) == read)
        #expect(try store.find(Mutual.Employee.self, 2) == found)
        snapshot = try store.snapshot()
        try store.performChanges { changes in
            _ = try changes.update(Mutual.Employee.self, 2) { $0.name = "Cy" }
        }
        let error = storeError {
            try store.performChanges { try $0.save(read, basedOn: snapshot) }
        }
        #expect(error?.conflicts.map(\.attribute) == ["name"])
    }

    @Test func `an element that is removed from a saved object is removed in the store`() throws {
        let store = try Store.inMemory(Mutual.Shop.self)
        let shop = Mutual.Shop(id: 1, employees: [Mutual.Employee(id: 2), Mutual.Employee(id: 3)])
        try store.performChanges { changes in
            try changes.insert(shop)
            try changes.update(Mutual.Employee.self, 3) { $0.shop = shop }
        }
        try store.performChanges { changes in
            try changes.update(Mutual.Shop.self, 1) { $0.employees.removeLast() }
        }
        #expect(try store.find(Mutual.Shop.self, 1)?.employees.map(\.id) == [2])
        #expect(try store.find(Mutual.Employee.self, 3)?.shop?.id == 1)
    }

    @Test func `an object that must hold one that may hold it is refused`() {
        let error = storeError { try Store.inMemory(Mutual.Room.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'house'") == true)
    }

    @Test func `objects in dictionaries and lists of lists are refused`() {
        for type in [Misplaced<[String: Loop]>.self, Misplaced<[[Loop]]>.self] as [any Entity.Type]
        {
            let error = storeError {
                try TypedStore().open(type)
            }
            #expect(error?.code == .schemaMismatch)
            #expect(error?.message.contains("'value'") == true)
        }
    }
}

/// Two entities that hold each other.
private enum Mutual {
    struct Shop: Hashable, Entity {
        let id: Int
        var employees: [Employee]
        var name = ""
        static let entityName = "Shop"
        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("employees", \.employees),
            Attribute("name", \.name))
    }

    struct Employee: Hashable, Entity {
        let id: Int
        var shop: Shop?
        var name = ""
        static let entityName = "Employee"
        static let schema = EntitySchema(
            Self.init(id:shop:name:), Attribute("id", \.id), Attribute("shop", \.shop),
            Attribute("name", \.name))
    }

    struct House: Entity {
        let id: Int
        var rooms: [Room]
        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("rooms", \.rooms))
    }

    struct Room: Entity {
        let id: Int
        var house: House
        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("house", \.house))
    }
}

private struct Loop: Entity {
    let id: Int
    static let schema = EntitySchema(Self.init, Attribute("id", \.id))
}

private struct Misplaced<Value: AttributeValue>: Entity {
    let id: Int
    var value: Value
    static var entityName: String { "Misplaced" }
    static var schema: EntitySchema<Self> {
        EntitySchema(Self.init, Attribute("id", \.id), Attribute("value", \.value))
    }
}
