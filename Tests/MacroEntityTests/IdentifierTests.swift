#if Macros
    import Foundation
    import Nacre
    import Testing

    /// Entities whose id is a property of another name, as CoreValue's `IdentifierName`.
    @Suite struct IdentifierTests {
        @Entity
        struct Employee: Hashable {
            @Attribute(.id) var name: String
            var position: String?
            @Relationship(inverse: \Shop.owner) var shops: ToMany<Shop>
        }

        @Entity
        struct Shop: Hashable {
            @Attribute(.id, .transformed(by: .uuidString)) let number: UUID
            var owner: Employee
            var deputy: Ref<Employee>?
        }

        private let store: Store

        init() throws { store = try Store.inMemory(Shop.self) }

        private static func shop(_ owner: Employee, deputy: Employee? = nil) -> Shop {
            Shop(number: UUID(), owner: owner, deputy: deputy.map { Ref($0) })
        }

        @Test func `V23 two shops that hold the same employee by value share one object`() throws {
            let (first, second) = (
                Self.shop(Employee(name: "Jo", position: "clerk")),
                Self.shop(Employee(name: "Jo", position: "manager"))
            )
            try store.performChanges { changes in
                try changes.save(first)
                try changes.save(second)
            }
            let jo = Employee(name: "Jo", position: "manager")
            #expect(try store.fetch(Employee.all) == [jo])
            #expect(try store.find(Shop.self, first.id)?.owner == jo)
            #expect(Set(try store.fetch(jo.shops).map(\.number)) == [first.number, second.number])
        }

        @Test func `V23 the struct in hand finds, changes and deletes its object`() throws {
            let jo = Employee(name: "Jo")
            try store.performChanges { try $0.insert(jo) }
            #expect(try store.find(Employee.self, jo.id) == jo)
            try store.performChanges { try $0.update(Employee(name: "Jo", position: "cook")) }
            #expect(try store.find(Employee.self, "Jo")?.position == "cook")
            let deleted = try store.performChanges { try $0.delete(Employee.self, jo.id) }
            #expect(deleted)
            #expect(try store.find(Employee.self, "Jo") == nil)
        }

        @Test func `a property that is the id never changes and is unique`() throws {
            try store.performChanges { try $0.insert(Employee(name: "Jo")) }
            let again = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(Employee(name: "Jo")) }
            }
            #expect(again?.code == .duplicateID)
            let renamed = #expect(throws: StoreError.self) {
                try store.performChanges { changes in
                    try changes.update(Employee.self, "Jo") { $0.name = "Bo" }
                }
            }
            #expect(renamed?.code == .invalidValue)
            #expect(try store.fetch(Employee.all).map(\.name) == ["Jo"])
        }

        @Test func `filters, paths and predicates reach the id by both names`() throws {
            let (jo, bo) = (Employee(name: "Jo"), Employee(name: "Bo"))
            let shop = Self.shop(jo, deputy: bo)
            try store.performChanges { changes in
                try changes.insert(shop)
                try changes.insert(bo)
            }
            #expect(try store.fetch(Employee.where { $0.id == "Jo" }) == [jo])
            #expect(try store.fetch(Employee.where { $0.name > "C" }) == [jo])
            #expect(try store.fetch(Shop.where { $0.owner.id == "Jo" }) == [shop])
            #expect(try store.fetch(Shop.where { $0.deputy.name == "Bo" }) == [shop])
            #expect(try store.fetch(Shop.where { $0.id == shop.number }) == [shop])
            #expect(try store.fetch(Shop.where { $0.number == shop.number }) == [shop])
            #expect(try store.fetch(Shop.where { $0.number != shop.number }) == [])
            let named = try Filter(#Predicate<Employee> { $0.id == "Bo" || $0.name == "Cy" })
            #expect(try store.fetch(Employee.where(named)) == [bo])
            let sorted = try store.fetch(Employee.all.sorted(\.id.descending))
            #expect(sorted == [jo, bo])
        }
    }
#endif
