import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// Delete rules as types declare them.
@Suite struct TypedDeleteRuleTests {
    typealias Person = Council.Person
    typealias City = Council.City
    typealias Country = Council.Country

    @Test func `T9 a reference is set, saved, reopened and followed, and its rule applies`() throws
    {
        let files = TypedStore()
        var store = try files.open(Person.self, City.self, Country.self)
        let anne = Person("anne")
        try store.performChanges { changes in
            try changes.insert(City(1, mayor: "anne", members: ["anne", "bo"]))
            try changes.insert(anne)
            try changes.insert(Person("bo", boss: anne))
        }
        try store.close()
        store = try files.open(Person.self, City.self, Country.self)
        let city = try #require(try store.find(City.self, 1))
        #expect(try store.find(city.mayor) == anne)
        try store.performChanges { try $0.delete(anne) }
        #expect(try store.fetch(City.all) == [City(1, members: ["bo"])])
        #expect(try store.fetch(Person.all) == [Person("bo")])
        try store.close()
        try files.checkIntegrity()
    }

    @Test func `E5 each delete rule has its effect`() throws {
        let store = try Council.store()
        try store.performChanges { changes in
            try changes.insert(Country(id: 1, capital: Ref(id: 1)))
            try changes.insert(contentsOf: [City(1, country: 1), City(2, country: 1), City(3)])
        }
        let error = storeError {
            try store.performChanges { try $0.delete(City.where { $0.id < 3 }) }
        }
        #expect(error?.code == .deleteDenied)
        #expect(
            error?.message.contains("'capital' of the object of 'Country' with the id 1") == true)
        #expect(try store.count(City.all) == 3)
        // The cities go with their country, so it has nothing left to deny.
        try store.performChanges { try $0.delete(Country.self, 1) }
        #expect(try store.fetch(City.all).map(\.id) == [3])
    }

    @Test func `a dangling reference is an error that names all parts`() throws {
        let store = try Council.store()
        let error = storeError {
            try store.performChanges { try $0.insert(City(7, mayor: "nobody")) }
        }
        #expect(error?.code == .danglingReference)
        #expect(
            error?.message.hasPrefix(
                "'mayor' of the object of 'City' with the id 7 leads to \"nobody\" of 'Person'")
                == true)
        #expect(try store.count(City.all) == 0)
    }

    @Test func `an impossible delete rule is refused in the schema`() {
        struct House: Entity {
            let id: Int
            var owner: Ref<Person>
            static let schema = EntitySchema(
                House.init, Attribute("id", \.id),
                Attribute("owner", \.owner, .relationship(.nullify)))
        }
        let error = storeError { try Store.inMemory(House.self, Person.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'owner' is a required reference") == true)
    }

    /// The entity before it has rules.
    private struct Plain: Entity {
        let id: Int
        var next: Ref<Plain>?
        static let entityName = "Node"
        static let schema = EntitySchema(
            Plain.init, Attribute("id", \.id), Attribute("next", \.next, .relationship(.noAction)))
    }

    private struct Ruled: Entity {
        let id: Int
        var next: Ref<Ruled>?
        static let entityName = "Node"
        static let schema = EntitySchema(
            Ruled.init, Attribute("id", \.id),
            Attribute("next", \.next, .relationship(.cascade)))
    }

    @Test func `a store without rules gets them if no reference dangles, and opens as before`()
        throws
    {
        let files = TypedStore()
        var store = try files.open(Plain.self)
        try store.performChanges { try $0.insert(Plain(id: 1, next: Ref(id: 2))) }
        try store.close()
        let error = storeError { try files.open(Ruled.self) }
        #expect(error?.code == .danglingReference)
        #expect(
            error?.message.contains("'next' of 'Node' cannot have the delete rule cascade") == true)
        store = try files.open(Plain.self)
        try store.performChanges { try $0.insert(Plain(id: 2, next: nil)) }
        try store.close()
        store = try files.open(Ruled.self)
        try store.performChanges { try $0.delete(Ruled.self, 2) }
        #expect(try store.count(Ruled.all) == 0)
        try store.close()
    }
}
