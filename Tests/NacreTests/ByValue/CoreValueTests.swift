import Foundation
import Nacre
import Testing

/// The tests of CoreValue about values that contain values. Integer arguments are the numbers of
/// these tests in CoreValue's suite.
///
/// There are two differences. An object has an id from the beginning, so an employee in two shops
/// is one employee, saved before or not. Ids of custom types never change, so saving another id
/// saves another object.
@Suite struct CoreValueTests {
    private typealias Employee = Company.Employee
    private typealias Owner = Company.Owner
    private typealias Shop = Company.Shop

    private let store: Store

    init() throws { store = try Store.inMemory(Shop.self) }

    private func save<Object: Entity>(
        _ objects: Object...
    ) throws where Object.Mutability == Mutable {
        try store.performChanges { changes in for object in objects { try changes.save(object) } }
    }

    private func staff(_ count: Int) -> [Employee] {
        (0..<count).map { Employee(name: "e\($0)", age: 20 + $0, position: nil) }
    }

    @Test(arguments: ["Manager", nil])
    func `an employee is read back, with and without a position`(
        _ position: String?
    ) throws {
        let employee = Employee(name: "John Doe", age: 20, position: position)
        try save(employee)
        let read = try #require(try store.find(employee.id))
        #expect(read == employee)
        #expect(read.position == position)
    }

    @Test func `V13 a shop is read back with its owner, which is an object of its own`() throws {
        let shop = Shop(name: "Books", owner: Owner(name: "Anne"))
        try save(shop)
        #expect(try store.find(shop.id) == shop)
        #expect(try store.fetch(Owner.all) == [#require(shop.owner)])
        #expect(try store.fetch(\.owner, Shop.all) == [shop.owner])
        #expect(try store.fetch(\.owner.name, Shop.all) == ["Anne"])
    }

    @Test func `V13 a shop is read back with its employees, in their order`() throws {
        let shop = Shop(name: "Books", employees: staff(2).reversed())
        try save(shop)
        let read = try #require(try store.find(shop.id))
        #expect(read.employees.map(\.name) == ["e1", "e0"])
        #expect(read == shop)
        #expect(try store.count(Employee.all) == 2)
    }

    @Test func `two objects that hold the same one are read back`() throws {
        var kiosk = Company.Kiosk(id: 1 << 40, owner: Owner(name: "\u{e9}"), helpers: [])
        kiosk.helpers = Set(staff(3))
        let other = Company.Kiosk(id: 1 << 40 + 1, owner: kiosk.owner)
        let store = try Store.inMemory(Company.Kiosk.self)
        try store.performChanges { try $0.insert(contentsOf: [kiosk, other]) }
        #expect(try store.fetch(Company.Kiosk.all) == [kiosk, other])
        #expect(try store.count(Owner.all) == 1)
    }

    @Test func `a collection may be empty, and objects are found by it`() throws {
        try save(Shop(name: "a", employees: staff(1)), Shop(name: "b"))
        #expect(try store.fetch(Shop.where { $0.employees.count == 1 }).map(\.name) == ["a"])
        #expect(try store.fetch(Shop.where { $0.employees.isEmpty }).map(\.name) == ["b"])
        #expect(try store.first(Shop.where { $0.name == "b" })?.employees == [])
    }

    @Test(arguments: [false, true])
    func `an employee of two shops is one employee`(_ isSavedFirst: Bool) throws {
        let employee = Employee(name: "Zoe", age: 30)
        if isSavedFirst { try save(employee) }
        let shops = ["a", "b"].map { Shop(name: $0, employees: [employee]) }
        try save(shops[0], shops[1])
        #expect(try store.count(Employee.all) == 1)
        #expect(try store.count(Shop.where { $0.employees.contains(employee) }) == 2)
    }

    @Test func `filters and sorts find the employees`() throws {
        try save(Shop(name: "a", employees: (10...59).map { Employee(name: "e", age: $0) }))
        #expect(try store.count(Employee.where { $0.age > 10 && $0.age < 12 }) == 1)
        #expect(try store.count(Employee.where { $0.age > 50 }) == 9)
        #expect(try store.first(Employee.all.sorted(\.age.descending))?.age == 59)
        #expect(try store.count(Shop.where { $0.employees.contains { $0.age > 58 } }) == 1)
        #expect(try store.count(Shop.where { $0.employees.allSatisfy { $0.age > 10 } }) == 0)
    }

    @Test func `saving twice is an update`() throws {
        let shops = ["a", "b"].map { Shop(name: $0, owner: Owner(name: $0)) }
        try save(shops[0], shops[1])
        try save(shops[0], shops[1])
        #expect(try store.count(Shop.where { $0.name == "a" }) == 1)
        #expect(try store.count(Owner.all) == 2)
    }

    @Test func `deleting one shop keeps the other and the shared owner`() throws {
        let owner = Owner(name: "Anne")
        let shops = ["a", "b"].map { Shop(name: $0, owner: owner) }
        try save(shops[0], shops[1])
        let deletions = try store.performChanges { changes in
            [try changes.delete(shops[0]), try changes.delete(shops[0])]
        }
        #expect(deletions == [true, false])
        #expect(try store.fetch(Shop.all) == [shops[1]])
    }

    @Test(arguments: [21, 22, 23, 24, 25])
    func `fifty shops of twenty-five employees are read back`(_ number: Int) throws {
        let shops = (0..<50).map { Shop(name: "s\($0)", employees: staff(25)) }
        try store.performChanges { changes in
            if number.isMultiple(of: 2) {
                try changes.insert(contentsOf: shops)
            } else {
                for shop in shops { try changes.save(shop) }
            }
        }
        #expect(try store.fetch(Shop.all) == shops)
        #expect(try store.count(Employee.all) == 50 * 25)
    }

    @Test func `ids exist before a save and do not change`() throws {
        let shop = Shop(name: "a", employees: staff(4))
        let inserted = try store.performChanges { try $0.insert(shop) }
        #expect(inserted == shop)
        try save(shop)
        #expect(try store.find(shop.employees[0].id) == shop.employees[0])
        #expect(try store.count(Employee.all) == 4)
    }

    @Test func `an employee that is removed from an array is no longer in it`() throws {
        var shop = Shop(name: "a", employees: staff(4))
        try save(shop)
        shop.employees.removeFirst()
        try save(shop)
        #expect(try store.find(shop.id) == shop)
        shop.employees.removeAll()
        try save(shop)
        #expect(try store.find(shop.id)?.employees == [])
        // They are objects of their own, and their deletion was not requested.
        #expect(try store.count(Employee.all) == 4)
    }
}
