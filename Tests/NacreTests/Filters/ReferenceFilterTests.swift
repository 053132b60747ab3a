import Nacre
import NacreTestSupport
import Testing

/// Filters and sorts through references, equal to those of optional chaining in Swift.
@Suite struct ReferenceFilterTests {
    typealias City = Hall.City
    typealias Person = Hall.Person
    typealias World = Hall.World

    private static let cityFilters: [(Filter<City>, @Sendable (City, World) -> Bool)] = [
        (Filter { $0.mayor.name == "Anne" }, { $1.find($0.mayor)?.name == "Anne" }),
        (Filter { $0.mayor.name != "Anne" }, { $1.find($0.mayor)?.name != "Anne" }),
        (Filter { $0.founder.name == "Anne" }, { $1.find($0.founder)?.name == "Anne" }),
        (Filter { $0.founder.name == nil }, { $1.find($0.founder)?.name == nil }),
        (Filter { $0.mayor.born == nil }, { $1.find($0.mayor)?.born == nil }),
        (Filter { $0.mayor.born > 1902 }, { $1.find($0.mayor)?.born.map { $0 > 1902 } ?? false }),
        (
            Filter { $0.mayor.name.hasPrefix("A") || $0.mayor.born == nil },
            {
                $1.find($0.mayor)?.name.hasPrefix("A") ?? false || $1.find($0.mayor)?.born == nil
            }
        ),
        (
            Filter { !($0.mayor.name == "Bo" && $0.mayor.born != 1901) },
            { !($1.find($0.mayor)?.name == "Bo" && $1.find($0.mayor)?.born != 1901) }
        ),
        (
            Filter { $0.mayor.boss.home.population > 2 },
            { $1.find($1.find($1.find($0.mayor)?.boss)?.home).map { $0.population > 2 } ?? false }
        ),
        (
            Filter { (1900...1902).contains($0.mayor.boss.born) },
            { $1.find($1.find($0.mayor)?.boss)?.born.map { (1900...1902).contains($0) } ?? false }
        ),
        (
            Filter { ["Bo", nil].contains($0.mayor.boss.name) },
            { ["Bo", nil].contains($1.find($1.find($0.mayor)?.boss)?.name) }
        ),
        (
            Filter { $0.mayor.home == Ref(id: 3) },
            { $1.find($0.mayor)?.home == Ref(id: 3) }
        ),
        (
            Filter { $0.mayor.name > $0.mayor.id || $0.id < $0.population },
            { city, world in
                city.id < city.population
                    || world.find(city.mayor).map { $0.name > $0.id } ?? false
            }
        ),
        (
            Filter { !($0.mayor.name >= $0.mayor.id) && $0.mayor.name == $0.mayor.name },
            { city, world in !(world.find(city.mayor).map { $0.name >= $0.id } ?? false) }
        ),
        (Filter { $0.mayor.name == $0.name }, { $1.find($0.mayor)?.name == $0.name }),
        (
            Filter { $0.population != $0.mayor.home.population },
            { $0.population != $1.find($1.find($0.mayor)?.home)?.population }
        ),
        (
            Filter { $0.mayor.boss.name < $0.mayor.name && $0.founder == $0.mayor.boss },
            { city, world in
                let mayor = world.find(city.mayor)
                let boss = world.find(mayor?.boss)
                let isLess = boss.flatMap { boss in mayor.map { boss.name < $0.name } }
                return isLess ?? false && city.founder == mayor?.boss
            }
        ),
        (
            Filter { !($0.name >= $0.mayor.name) || $0.founder.born == $0.mayor.born },
            { city, world in
                !(world.find(city.mayor).map { city.name >= $0.name } ?? false)
                    || world.find(city.founder)?.born == world.find(city.mayor)?.born
            }
        ),
        (Filter { $0.mayor.id == "p1" }, { $1.find($0.mayor)?.id == "p1" }),
        (Filter { $0.mayor.cities == nil }, { $1.find($0.mayor)?.cities == nil }),
        (
            Filter { $0.mayor.cities.contains { $0.population > 3 } },
            { city, world in
                world.find(city.mayor)?.cities.contains {
                    world.find($0).map { $0.population > 3 } ?? false
                } ?? false
            }
        ),
        (
            Filter { $0.twins.allSatisfy { $0.mayor.name == "Anne" } },
            { city, world in
                city.twins?.allSatisfy {
                    world.find($0).map { world.find($0.mayor)?.name == "Anne" } ?? false
                } ?? false
            }
        ),
        (
            Filter { city in city.twins.contains { $0.name == city.name && $0.id != city.id } },
            { city, world in
                city.twins?.contains {
                    world.find($0).map { $0.name == city.name && $0.id != city.id } ?? false
                } ?? false
            }
        ),
        (
            Filter { city in city.mayor.cities.contains { $0.mayor == city.founder } },
            { city, world in
                world.find(city.mayor)?.cities.contains {
                    world.find($0).map { $0.mayor == city.founder } ?? false
                } ?? false
            }
        ),
        (
            Filter { city in !city.mayor.friends.contains { $0.home.population < city.population }
            },
            { city, world in
                !(world.find(city.mayor)?.friends.contains {
                    world.find(world.find($0)?.home).map { $0.population < city.population }
                        ?? false
                } ?? false)
            }
        ),
    ]

    private static let personFilters: [(Filter<Person>, @Sendable (Person, World) -> Bool)] = [
        (Filter { $0.cities.count >= 2 }, { person, _ in person.cities.count >= 2 }),
        (Filter { $0.friends.isEmpty }, { person, _ in person.friends.isEmpty }),
        (
            Filter { $0.boss.born <= $0.born },
            { person, world in
                guard let born = person.born, let other = world.find(person.boss)?.born else {
                    return false
                }
                return other <= born
            }
        ),
        (
            Filter { $0.friends.contains { $0.home.name == $0.boss.home.name } },
            { person, world in
                person.friends.contains { friend in
                    world.find(friend).map {
                        world.find($0.home)?.name == world.find(world.find($0.boss)?.home)?.name
                    } ?? false
                }
            }
        ),
        (
            Filter { $0.friends.contains(Ref(id: "p1")) },
            { person, _ in person.friends.contains(Ref(id: "p1")) }
        ),
        (
            Filter { $0.cities.contains(Ref(id: 2)) },
            { person, _ in person.cities.contains(Ref(id: 2)) }
        ),
        (
            Filter { $0.boss.friends.count != 2 },
            { $1.find($0.boss)?.friends.count != 2 }
        ),
        (
            Filter { $0.boss.boss.cities.contains(Ref(id: 2)) },
            { $1.find($1.find($0.boss)?.boss)?.cities.contains(Ref(id: 2)) ?? false }
        ),
        (
            Filter { $0.cities.contains { $0.population >= 3 } },
            { person, world in
                person.cities.contains { world.find($0).map { $0.population >= 3 } ?? false }
            }
        ),
        (
            Filter { !$0.cities.contains { $0.mayor.name == nil } },
            { person, world in
                !person.cities.contains {
                    world.find($0).map { world.find($0.mayor)?.name == nil } ?? false
                }
            }
        ),
        (
            Filter { $0.friends.allSatisfy { $0.boss.name == "Bo" || $0.born == nil } },
            { person, world in
                person.friends.allSatisfy {
                    world.find($0).map { world.find($0.boss)?.name == "Bo" || $0.born == nil }
                        ?? false
                }
            }
        ),
        (
            Filter { $0.friends.contains { $0.cities.contains { $0.founder.born > 1901 } } },
            { person, world in
                person.friends.contains {
                    world.find($0)?.cities.contains {
                        world.find($0).map { world.find($0.founder)?.born ?? 0 > 1901 } ?? false
                    } ?? false
                }
            }
        ),
        (
            Filter { one in one.friends.contains { $0.born > one.born || one.home == nil } },
            { one, world in
                one.friends.contains {
                    world.find($0).map { friend in
                        let isYounger = friend.born.flatMap { born in one.born.map { born > $0 } }
                        return isYounger ?? false || one.home == nil
                    } ?? false
                }
            }
        ),
        (
            Filter { one in one.cities.allSatisfy { one.home.name != $0.name } },
            { one, world in
                one.cities.allSatisfy {
                    world.find($0).map { world.find(one.home)?.name != $0.name } ?? false
                }
            }
        ),
        (
            Filter { one in
                one.friends.contains { two in
                    two.cities.contains { $0.mayor.name == one.name || two.born >= $0.founder.born }
                }
            },
            { one, world in
                one.friends.contains {
                    guard let two = world.find($0) else { return false }
                    return two.cities.contains {
                        guard let city = world.find($0) else { return false }
                        let born = world.find(city.founder)?.born
                        let isYounger = two.born.flatMap { born2 in born.map { born2 >= $0 } }
                        return world.find(city.mayor)?.name == one.name || isYounger ?? false
                    }
                }
            }
        ),
        (
            Filter { one in
                one.friends.count { two in one.cities.contains { two.home == $0.mayor.home } } == 1
            },
            { one, world in
                one.friends.count {
                    world.find($0).map { two in
                        one.cities.contains {
                            world.find($0).map { world.find($0.mayor)?.home == two.home } ?? false
                        }
                    } ?? false
                } == 1
            }
        ),
    ]

    @Test func `filters through references agree with Swift on the decoded objects`() {
        property("typed references", runs: 40, World.samples) { world in
            let files = TypedStore()
            let store = try files.open(Person.self, City.self)
            try store.performChanges { changes in
                try changes.insert(contentsOf: world.people)
                try changes.insert(contentsOf: world.cities)
            }
            for (filter, holds) in Self.cityFilters {
                try Self.check(filter, world.cities.filter { holds($0, world) }, store)
            }
            for (filter, holds) in Self.personFilters {
                try Self.check(filter, world.people.filter { holds($0, world) }, store)
            }
            try store.close()
        }
    }

    private static func check<Root: Entity & Equatable>(
        _ filter: Filter<Root>, _ expected: [Root], _ store: Store
    ) throws where Root.ID: Comparable {
        let expected = expected.sorted { $0.id < $1.id }
        try requireEqual(try store.fetch(Root.where(filter)), expected, "\(filter)")
        let again = try Filter<Root>(parsing: filter.description)
        try requireEqual(try store.fetch(Root.where(again)), expected, "text of \(filter)")
    }

    @Test func `sorts follow references, with nil first`() throws {
        property("typed sorts", runs: 25, World.samples) { world in
            let files = TypedStore()
            let store = try files.open(Person.self, City.self)
            try store.performChanges { changes in
                try changes.insert(contentsOf: world.people)
                try changes.insert(contentsOf: world.cities)
            }
            let sorted = try store.fetch(
                City.all.sorted(\.mayor.name.ascending, \.mayor.boss.born.descending))
            func key(_ city: City) -> (Int, String, Int, Int) {
                let mayor = world.find(city.mayor)
                let born = world.find(mayor?.boss)?.born
                return (
                    mayor == nil ? 0 : 1, mayor?.name ?? "", born.map { -$0 } ?? .max, city.id
                )
            }
            try requireEqual(sorted, world.cities.sorted { key($0) < key($1) })
            try store.close()
        }
    }
}
