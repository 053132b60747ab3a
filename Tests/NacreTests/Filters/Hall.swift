import Nacre
import NacreTestSupport

/// People and cities that refer to one another, for tests of filters and sorts through references.
enum Hall {
    struct Person: Hashable {
        var id: String
        var name: String
        var born: Int?
        var boss: Ref<Person>?
        var home: Ref<City>?
        var cities: Set<Ref<City>>
        var friends: [Ref<Person>]
    }

    struct City: Hashable {
        var id: Int
        var name: String
        var population: Int
        var mayor: Ref<Person>?
        var founder: Ref<Person>
        var twins: [Ref<City>]?
    }

    /// All stored objects, as Swift values.
    struct World: Sendable {
        var people: [Person] = []
        var cities: [City] = []

        func find(_ reference: Ref<Person>?) -> Person? {
            people.first { $0.id == reference?.id }
        }

        func find(_ reference: Ref<City>?) -> City? { cities.first { $0.id == reference?.id } }
    }
}

extension Hall.Person: Entity {
    static let schema = EntitySchema(
        Self.init, Attribute("id", \.id), Attribute("name", \.name, .indexed),
        Attribute("born", \.born), Attribute("boss", \.boss, .relationship(.noAction)),
        Attribute("home", \.home, .relationship(.noAction)),
        Attribute("cities", \.cities, .relationship(.noAction), .indexed),
        Attribute("friends", \.friends, .relationship(.noAction), .indexed))
}

extension Hall.City: Entity {
    static let schema = EntitySchema(
        Self.init, Attribute("id", \.id), Attribute("name", \.name),
        Attribute("population", \.population, .indexed),
        Attribute("mayor", \.mayor, .relationship(.noAction), .indexed),
        Attribute("founder", \.founder, .relationship(.noAction)),
        Attribute("twins", \.twins, .relationship(.noAction)))
}

extension Hall.World {
    /// Worlds with few ids, so that references meet objects, themselves and nothing.
    static let samples = Generator<Hall.World> { choices throws(Rejection) in
        var world = Hall.World()
        func number() throws(Rejection) -> Int { Int(try choices.draw(upTo: 5)) }
        func person() throws(Rejection) -> Ref<Hall.Person> { Ref(id: "p\(try number())") }
        func city() throws(Rejection) -> Ref<Hall.City> { Ref(id: try number()) }
        func isNil() throws(Rejection) -> Bool { try choices.draw(upTo: 3) == 0 }
        for id in 0..<(try number()) {
            var cities: Set<Ref<Hall.City>> = []
            var friends: [Ref<Hall.Person>] = []
            for _ in 0..<(try choices.draw(upTo: 3)) {
                cities.insert(try city())
                friends.append(try person())
            }
            world.people.append(
                Hall.Person(
                    id: "p\(id)", name: ["Anne", "Bo", "", "\u{c5}se"][try number() % 4],
                    born: try isNil() ? nil : 1900 + (try number()),
                    boss: try isNil() ? nil : try person(), home: try isNil() ? nil : try city(),
                    cities: cities, friends: friends))
        }
        for id in 0..<(try number()) {
            world.cities.append(
                Hall.City(
                    id: id, name: ["Oslo", "Rome", ""][try number() % 3],
                    population: try number(), mayor: try isNil() ? nil : try person(),
                    founder: try person(),
                    twins: try isNil() ? nil : [try city(), try city()]))
        }
        return world
    }
}
