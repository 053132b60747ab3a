import Foundation
import Nacre
import Testing

/// The promises of better Core Data models: the rows of the catalogue of features that are not
/// tested with their feature.
@Suite struct BetterModelRowTests {
    struct Salary: RawRepresentable, Hashable, Comparable, Storable {
        var rawValue: Int
        static func < (left: Salary, right: Salary) -> Bool { left.rawValue < right.rawValue }
    }

    enum Employment: Int32, Storable { case hired, retired, resigned }
    enum Badge: String, Storable { case green, red }
    typealias Bonus = Decimal

    @Entity
    struct Employee: Hashable {
        let id: Int
        var name: String
        var address: String?
        @Attribute(.indexed) var salary: Salary
        var employment: Employment
        var badge: Badge?
        var bonus: Bonus = 0
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(Employee.self)
        try store.performChanges { changes in
            for (id, name) in ["Anne", "Bo", "Cleo"].enumerated() {
                try changes.insert(
                    Employee(
                        id: id, name: name, address: nil, salary: Salary(rawValue: 100 * id),
                        employment: id == 1 ? .retired : .hired, badge: id == 2 ? .red : nil,
                        bonus: Decimal(id) / 10))
            }
        }
        return store
    }

    @Test func `E1 E2 a property that is not optional always has a value, as the compiler ensures`()
        throws
    {
        let anne = try #require(try Self.store().find(Employee.self, 0))
        let name: String = anne.name
        let address: String? = anne.address
        #expect(name == "Anne" && address == nil)
    }

    @Test func `E9 a Decimal with a type alias sorts by its value`() throws {
        let sorted = try Self.store().fetch(\.bonus, Employee.all.sorted(\.bonus.descending))
        #expect(sorted == [0.2, 0.1, 0])
        #expect(try Self.store().sum(\.bonus, Employee.all) == Decimal(string: "0.3"))
    }

    @Test func `E10 E11 E16 E18 filters accept the wrapper itself and use its index`() throws {
        let store = try Self.store()
        let request = Employee.where { $0.salary >= Salary(rawValue: 100) }
        #expect(try store.fetch(\.id, request) == [1, 2])
        #expect("\(try request.explain(in: store))".contains("salary"))
        func raise(_ salary: Salary) -> Salary { Salary(rawValue: salary.rawValue * 2) }
        try store.performChanges { changes in
            _ = try changes.update(request) { $0.salary = raise($0.salary) }
        }
        #expect(try store.fetch(\.salary, request).map(\.rawValue) == [200, 400])
    }

    @Test func `E12 E14 enums of any raw type can be filtered and sorted`() throws {
        let store = try Self.store()
        let retired = Employee.where { $0.employment == .retired }
        #expect(try store.fetch(\.name, retired) == ["Bo"])
        #expect(try store.fetch(\.name, Employee.where { $0.badge == .red }) == ["Cleo"])
        let sorted = Employee.all.sorted(\.employment.descending, \.badge.ascending)
        #expect(try store.fetch(\.name, sorted) == ["Bo", "Anne", "Cleo"])
    }

    @Test func `E4 a property with a default can be omitted from the initialiser`() {
        let dora = Employee(
            id: 9, name: "Dora", address: nil, salary: Salary(rawValue: 1), employment: .hired,
            badge: nil)
        #expect(dora.bonus == 0)
    }

    /// The entity in a program that assumes that everyone's address is known.
    @Entity
    struct Resident: Hashable {
        static var entityName: String { "Employee" }
        let id: Int
        var address: String
    }

    @Test func `E17 the type says whether a value is optional, and the store enforces it`() throws {
        let folder = try TemporaryFolder()
        let store = try Store(at: folder.path("a.nacre"), Employee.self)
        try store.close()
        var options = Store.Options()
        options.removesAttributes = true
        let error = #expect(throws: StoreError.self) {
            try Store(at: folder.path("a.nacre"), options: options, Resident.self)
        }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'address'") == true)
    }
}
