import Nacre
import NacreTestSupport
import Testing

/// The actions of entities before they are deleted.
@Suite struct DeletionHookTests {
    struct Department: Entity, Equatable {
        let id: Int
        var headcount: Int
        static let schema = EntitySchema(
            Department.init, Attribute("id", \.id), Attribute("headcount", \.headcount))
    }

    struct Employee: Entity, Equatable, WillDelete {
        let id: Int
        var name: String
        var department: Ref<Department>
        var boss: Ref<Employee>?

        static let schema = EntitySchema(
            Employee.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("department", \.department),
            Attribute("boss", \.boss, .relationship(.cascade)))

        struct Needed: Error {}

        func willDelete(in changes: WriteTransaction) throws {
            if name == "needed" { throw Needed() }
            try changes.update(Department.self, department.id) { $0.headcount -= 1 }
            try changes.insert(Obituary(id: try changes.count(Obituary.all), text: name))
            // Deletes another object, without any rule.
            if name == "pair" { try changes.delete(Employee.self, id + 1) }
            // Objects that delete each other do so once.
            if name == "circle" { try changes.delete(Employee.self, id % 2 + 1) }
            if name == "self" { try changes.delete(self) }
            if name == "endless" {
                try changes.insert(
                    Employee(
                        id: id + 1, name: name, department: department, boss: Ref(self)))
            }
        }
    }

    struct Obituary: Entity {
        let id: Int
        var text: String
        static let schema = EntitySchema(
            Obituary.init, Attribute("id", \.id), Attribute("text", \.text))
    }

    private static func store(_ names: String...) throws -> Store {
        let store = try Store.inMemory(Department.self, Employee.self, Obituary.self)
        try store.performChanges { changes in
            try changes.insert(Department(id: 1, headcount: names.count))
            for (index, name) in names.enumerated() {
                try changes.insert(
                    Employee(id: index + 1, name: name, department: Ref(id: 1), boss: nil))
            }
        }
        return store
    }

    private static func headcount(_ store: Store) throws -> Int? {
        try store.find(Department.self, 1)?.headcount
    }

    @Test func `willDelete runs before each deletion, including cascades`() throws {
        let store = try Self.store("a", "b", "c")
        try store.performChanges { changes in
            try changes.update(Employee.self, 2) { ($0.boss, $0.name) = (Ref(id: 1), "b2") }
            #expect(try changes.delete(Employee.self, 1))
            #expect(try !changes.delete(Employee.self, 1))
        }
        #expect(try store.fetch(\.name, Employee.all) == ["c"])
        #expect(try store.fetch(\.text, Obituary.all) == ["a", "b2"])
        #expect(try Self.headcount(store) == 1)
        let count = try store.performChanges { try $0.delete(Employee.all) }
        #expect(count == 1)
        #expect(try Self.headcount(store) == 0)
    }

    @Test func `an object can refuse its deletion, and then nothing is deleted`() throws {
        let store = try Self.store("a", "needed", "b")
        try store.performChanges { changes in
            let error = #expect(throws: StoreError.self) { try changes.delete(Employee.all) }
            #expect(error?.code == .refused)
            #expect(error?.message.contains("'Employee' with the id 2") == true)
        }
        #expect(try store.count(Employee.all) == 3)
        #expect(try store.count(Obituary.all) == 0)
        #expect(try Self.headcount(store) == 3)
    }

    @Test func `hooks that delete others, themselves and each other all end`() throws {
        for (first, second) in [("pair", "b"), ("circle", "circle"), ("self", "pair")] {
            let store = try Self.store(first, second)
            let isGone = try store.performChanges { try $0.delete(Employee.self, 1) }
            #expect(isGone)
            let left = first == "self" ? 1 : 0
            #expect(try store.count(Employee.all) == left, "\(first)")
            #expect(try store.count(Obituary.all) == 2 - left, "\(first)")
            #expect(try Self.headcount(store) == left, "\(first)")
        }
    }

    @Test func `a hook that inserts endlessly more objects to delete is stopped`() throws {
        let store = try Self.store("endless")
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { try $0.delete(Employee.self, 1) }
        }
        #expect(error?.code == .hookLoop)
        #expect(try store.count(Employee.all) == 1)
    }

    @Test func `a dry run calls hooks as well, and an object's hook can run again`() throws {
        let store = try Self.store("a")
        let preview = try store.dryRun { try $0.delete(Employee.all) }
        #expect(try preview.inserted(Obituary.self).map(\.text) == ["a"])
        struct Stop: Error {}
        try store.performChanges { changes in
            #expect(throws: Stop.self) {
                try changes.savepoint {
                    try changes.delete(Employee.self, 1)
                    throw Stop()
                }
            }
            try changes.delete(Employee.self, 1)
        }
        #expect(try store.fetch(\.text, Obituary.all) == ["a"])
        #expect(try Self.headcount(store) == 0)
    }
}
