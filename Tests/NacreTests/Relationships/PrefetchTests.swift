import Nacre
import NacreTestSupport
import Testing

/// Objects together with the objects that they refer to.
@Suite struct PrefetchTests {
    typealias Person = Council.Person
    typealias City = Council.City
    typealias Country = Council.Country

    /// Three people who are each other's boss in a circle, and cities.
    private func circle() throws -> Store {
        let store = try Council.store()
        try store.performChanges { changes in
            for (id, boss) in [("a", "b"), ("b", "c"), ("c", "a")] {
                try changes.insert(Person(id: id, name: id, boss: Ref(id: boss)))
            }
            try changes.insert(Country(id: 1, capital: Ref(id: 2)))
            try changes.insert(contentsOf: [
                City(1, 10, mayor: "a", members: ["c", "b"], country: 1),
                City(2, 20, mayor: "a", members: ["b", "b"]), City(3),
            ])
        }
        return store
    }

    @Test func `W19 references to one and to many objects are loaded with the objects`() throws {
        let store = try circle()
        let cities = try store.fetch(City.all, including: \.mayor, \.members)
        #expect(cities.map(\.id) == [1, 2, 3])
        #expect(cities[cities[0].mayor]?.id == "a")
        #expect(cities[cities[0].members].map(\.id) == ["c", "b"])
        #expect(cities[cities[1].members].map(\.id) == ["b", "b"])
        #expect(cities[cities[2].mayor] == nil)
        // An object that was not requested is not there.
        #expect(cities[cities[0].country] == nil)
    }

    @Test func `W19 a prefetch path follows references and ends at an other side`() throws {
        let store = try circle()
        let request = City.where { $0.id == 1 }
        let cities = try store.fetch(
            request, including: \.mayor.boss, \.mayor.boss.seats, \.country.capital)
        let mayor = try #require(cities[cities[0].mayor])
        let boss = try #require(cities[mayor.boss])
        #expect(boss.id == "b")
        #expect(cities[boss.boss] == nil)
        #expect(cities[boss.seats].map(\.id) == [1, 2])
        #expect(cities[mayor.seats].isEmpty)
        let country = try #require(cities[cities[0].country])
        #expect(cities[country.capital]?.population == 20)
        let people = try store.fetch(Person.all, including: \.cities, \.reports)
        #expect(people.map { people[$0.cities].map(\.id) } == [[1, 2], [], []])
        #expect(people.map { people[$0.reports].map(\.id) } == [["c"], ["a"], ["b"]])
    }

    @Test func `W19 a graph with cycles is loaded to the given depth, each object once`() throws {
        let store = try circle()
        let request = City.where { $0.id == 2 }
        func reached(_ depth: Int) throws -> [Bool] {
            let cities = try store.fetch(request, depth: depth)
            let people = ["a", "b", "c"].map { cities[Ref<Person>(id: $0)] != nil }
            return people + [cities[Ref<City>(id: 2)] != nil, cities[Ref<City>(id: 1)] != nil]
        }
        #expect(try reached(0) == [false, false, false, true, false])
        #expect(try reached(1) == [true, true, false, true, false])
        #expect(try reached(2) == [true, true, true, true, false])
        #expect(try reached(64) == [true, true, true, true, false])
        #expect(storeError { try reached(65) }?.code == .invalidValue)
        #expect(storeError { try reached(-1) }?.code == .invalidValue)
    }

    @Test func `a prefetch shows one state of the store, or a change's current state`() throws {
        let store = try circle()
        let snapshot = try store.snapshot()
        try store.performChanges { changes in
            try changes.update(Person.self, "a") { $0.name = "new" }
            let cities = try changes.fetch(City.all, including: \.mayor)
            #expect(cities[cities[0].mayor]?.name == "new")
        }
        let before = try snapshot.fetch(City.all, including: \.mayor)
        #expect(before[before[0].mayor]?.name == "a")
    }

    @Test func `dangling references have no object`() throws {
        struct Note: Entity {
            let id: Int
            var about: Set<Ref<Person>>
            static let schema = EntitySchema(
                Note.init, Attribute("id", \.id),
                Attribute("about", \.about, .relationship(.noAction)))
        }
        let store = try Store.inMemory(Note.self, Person.self, City.self)
        try store.performChanges { changes in
            try changes.insert(Person("a"))
            try changes.insert(Note(id: 1, about: [Ref(id: "a"), Ref(id: "gone")]))
        }
        let notes = try store.fetch(Note.all, including: \.about)
        #expect(notes[notes[0].about].map(\.id) == ["a"])
        #expect(try store.fetch(Note.all, depth: 9)[Ref<Person>(id: "a")]?.name == "A")
    }
}
