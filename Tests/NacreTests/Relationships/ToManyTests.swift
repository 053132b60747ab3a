import Nacre
import NacreTestSupport
import Testing

/// The other side of references.
@Suite struct ToManyTests {
    typealias Person = Council.Person
    typealias City = Council.City
    typealias Country = Council.Country

    private static func fill(_ store: Store) throws {
        try store.performChanges { changes in
            let anne = try changes.insert(Person("anne"))
            try changes.insert(contentsOf: [Person("bo", boss: anne), Person("cy", boss: anne)])
            try changes.insert(Country(id: 1, capital: nil))
            try changes.insert(contentsOf: [
                City(1, 10, mayor: "anne", members: ["bo", "cy", "bo"], country: 1),
                City(2, 20, mayor: "anne", country: 1), City(3, 30, members: ["bo"]),
                City(4, 40, mayor: "bo"),
            ])
        }
    }

    @Test func `the other side is fetched, counted and filtered`() throws {
        let store = try Council.store()
        try Self.fill(store)
        let anne = try #require(try store.find(Person.self, "anne"))
        let snapshot = try store.snapshot()
        #expect(try snapshot.fetch(anne.cities).map(\.id) == [1, 2])
        #expect(try snapshot.fetch(anne.reports).map(\.id) == ["bo", "cy"])
        #expect(try store.count(anne.cities) == 2)
        let bo = Person("bo", boss: anne)
        #expect(try store.fetch(bo.seats).map(\.id) == [1, 3])
        let large = bo.seats.request.where { $0.population > 10 }
        #expect(try store.fetch(large).map(\.id) == [3])
        #expect(anne.cities == Person("anne").cities)
        #expect(anne.cities != bo.cities)
        // Earlier effects of the change count.
        try store.performChanges { changes in
            try changes.delete(City.self, 2)
            #expect(try changes.fetch(anne.cities).map(\.id) == [1])
        }
    }

    @Test func `the reference is indexed automatically, whichever type opens the store`() throws {
        let files = TypedStore()
        var store = try files.open(Person.self, City.self, Country.self)
        try Self.fill(store)
        // With so few objects, all are read.
        try store.performChanges { changes in
            for id in 100..<400 { try changes.insert(City(id)) }
        }
        let anne = Person("anne")
        #expect(try anne.cities.request.explain(in: store).indexes == ["mayor"])
        #expect(try anne.seats.request.explain(in: store).indexes == ["members"])
        try store.close()
        // City alone keeps the index, though it is Person that needs it.
        store = try files.open(City.self)
        #expect(try City.where { $0.mayor == Ref(anne) }.explain(in: store).indexes == ["mayor"])
        try store.close()
    }

    @Test func `filters test for any, all, none and a number, over several references`() throws {
        let store = try Council.store()
        try Self.fill(store)
        func people(_ make: (Person.Fields) -> Filter<Person>) throws -> [String] {
            let request = Person.where(make)
            let again = try Filter<Person>(parsing: Filter<Person>(make).description)
            #expect(try store.fetch(Person.where(again)) == store.fetch(request))
            return try store.fetch(request).map(\.id)
        }
        #expect(try people { $0.cities.contains { $0.population > 15 } } == ["anne", "bo"])
        #expect(try people { !$0.cities.contains { $0.population > 15 } } == ["cy"])
        #expect(try people { $0.cities.allSatisfy { $0.population > 15 } } == ["bo", "cy"])
        #expect(try people { $0.cities.isEmpty } == ["cy"])
        #expect(try people { !$0.cities.isEmpty } == ["anne", "bo"])
        #expect(try people { $0.cities.count >= 2 } == ["anne"])
        #expect(try people { $0.cities.count != 1 } == ["anne", "cy"])
        #expect(try people { (1...2).contains($0.cities.count) } == ["anne", "bo"])
        #expect(try people { $0.seats.count.isIn([0, 1]) } == ["anne", "cy"])
        #expect(try people { $0.seats.count == 2 && $0.boss.cities.count == 2 } == ["bo"])
        #expect(try people { $0.boss.cities.contains { $0.population == 20 } } == ["bo", "cy"])
        #expect(try people { $0.reports.contains { !$0.seats.isEmpty } } == ["anne"])
        #expect(
            try people { $0.cities.contains { $0.mayor.reports.contains { $0.name == "CY" } } }
                == ["anne"])
        let cities = City.where { $0.mayor.reports.isEmpty && $0.country == nil }
        #expect(try store.fetch(cities).map(\.id) == [4])
        #expect(
            try store.fetch(Country.where { $0.cities.allSatisfy { $0.mayor.name == "ANNE" } })
                .map(\.id) == [1])
    }

    @Test func `a path that is no reference to the entity is refused in the schema`() {
        struct Odd: Entity {
            let id: Int
            static let schema = EntitySchema(
                Odd.init, Attribute("id", \.id),
                inverses: [Inverse("nodes", \.nodes, of: \Link.Fields.next.other)])
            var nodes: ToMany<Link> { ToMany(of: self, inverse: \.next.other) }
        }
        struct Link: Entity {
            let id: Int
            var next: Ref<Link>?
            var other: Ref<Odd>?
            static let schema = EntitySchema(
                Link.init, Attribute("id", \.id), Attribute("next", \.next),
                Attribute("other", \.other))
        }
        let error = storeError { try Store.inMemory(Odd.self, Link.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message.contains(
                "'nodes' is the other side of 'next.other', which is not an attribute of 'Link'")
                == true)
    }

    /// A graph, as Swift values.
    private struct World: Sendable {
        let people: [Person]
        let cities: [City]

        static let samples = Generator<World> { choices throws(Rejection) in
            let names = ["a", "b", "c", "d"]
            func name() throws(Rejection) -> String? {
                try choices.draw(.element(of: [nil] + names))
            }
            var people: [Person] = []
            for id in names {
                let boss = try name()
                people.append(Person(id: id, name: id, boss: boss.map { Ref(id: $0) }))
            }
            var cities: [City] = []
            for id in 0..<Int(try choices.draw(upTo: 8)) {
                let population = Int(try choices.draw(upTo: 3))
                let mayor = try name()
                let members = [try name(), try name()].compactMap { $0 }
                cities.append(City(id, population, mayor: mayor, members: members))
            }
            return World(people: people, cities: cities)
        }

        func reports(_ person: Person) -> [Person] {
            people.filter { $0.boss == Ref(person) }
        }
        func cities(_ person: Person) -> [City] { cities.filter { $0.mayor == Ref(person) } }
        func seats(_ person: Person) -> [City] {
            cities.filter { $0.members.contains(Ref(person)) }
        }
    }

    private static let filters: [(Filter<Person>, @Sendable (Person, World) -> Bool)] = [
        (Filter { $0.cities.count > 1 }, { $1.cities($0).count > 1 }),
        (Filter { $0.seats.isEmpty }, { $1.seats($0).isEmpty }),
        (Filter { $0.reports.count <= 1 }, { $1.reports($0).count <= 1 }),
        (
            Filter { $0.seats.contains { $0.population > 1 } },
            { $1.seats($0).contains { $0.population > 1 } }
        ),
        (
            Filter { $0.cities.allSatisfy { $0.population > 0 } },
            { $1.cities($0).allSatisfy { $0.population > 0 } }
        ),
        (
            Filter { $0.reports.contains { !$0.cities.contains { $0.population == 0 } } },
            { person, world in
                world.reports(person).contains { report in
                    !world.cities(report).contains { $0.population == 0 }
                }
            }
        ),
        (
            Filter { (1..<3).contains($0.reports.count) || $0.seats.count == 0 },
            { (1..<3).contains($1.reports($0).count) || $1.seats($0).isEmpty }
        ),
    ]

    @Test func `filters of the other side agree with Swift on the decoded objects`() {
        property("other sides", runs: 60, World.samples) { world in
            let store = try Council.store()
            try store.performChanges { changes in
                try changes.insert(contentsOf: world.cities)
                try changes.insert(contentsOf: world.people)
            }
            for (filter, holds) in Self.filters {
                let expected = world.people.filter { holds($0, world) }
                try requireEqual(
                    try store.fetch(Person.where(filter)), expected, "\(filter)")
            }
            for person in world.people {
                try requireEqual(try store.fetch(person.seats), world.seats(person))
            }
            try store.close()
        }
    }
}
