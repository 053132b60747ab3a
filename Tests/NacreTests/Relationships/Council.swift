import Nacre

/// People, the cities that they govern, and countries: every kind of relationship, written by hand.
enum Council {
    struct Person: Hashable {
        let id: String
        var name: String
        var boss: Ref<Person>?
        var cities: ToMany<City> { ToMany(of: self, inverse: \.mayor) }
        var seats: ToMany<City> { ToMany(of: self, inverse: \.members) }
        var reports: ToMany<Person> { ToMany(of: self, inverse: \.boss) }

        init(id: String, name: String, boss: Ref<Person>?) {
            self.id = id
            self.name = name
            self.boss = boss
        }

        init(_ id: String, boss: Person? = nil) {
            self.init(id: id, name: id.uppercased(), boss: boss.map { Ref($0) })
        }
    }

    struct City: Hashable {
        let id: Int
        var population: Int
        var mayor: Ref<Person>?
        var members: [Ref<Person>]
        var country: Ref<Country>?

        init(
            id: Int, population: Int, mayor: Ref<Person>?, members: [Ref<Person>],
            country: Ref<Country>?
        ) {
            self.id = id
            self.population = population
            self.mayor = mayor
            self.members = members
            self.country = country
        }

        init(
            _ id: Int, _ population: Int = 0, mayor: String? = nil, members: [String] = [],
            country: Int? = nil
        ) {
            self.init(
                id: id, population: population, mayor: mayor.map { Ref(id: $0) },
                members: members.map { Ref(id: $0) }, country: country.map { Ref(id: $0) })
        }
    }

    struct Country: Hashable {
        let id: Int
        var capital: Ref<City>?
        var cities: ToMany<City> { ToMany(of: self, inverse: \.country) }
    }

    static func store() throws -> Store {
        try Store.inMemory(Person.self, City.self, Country.self)
    }
}

extension Council.Person: Entity {
    static let entityName = "Person"
    static let schema = EntitySchema(
        Self.init(id:name:boss:), Attribute("id", \.id), Attribute("name", \.name),
        Attribute("boss", \.boss, .relationship(.nullify)),
        inverses: [
            Inverse("cities", \.cities, of: \Council.City.Fields.mayor),
            Inverse("seats", \.seats, of: \Council.City.Fields.members),
            Inverse("reports", \.reports, of: \Council.Person.Fields.boss),
        ])
}

extension Council.City: Entity {
    static let entityName = "City"
    static let schema = EntitySchema(
        Self.init(id:population:mayor:members:country:), Attribute("id", \.id),
        Attribute("population", \.population),
        Attribute("mayor", \.mayor, .relationship(.nullify)),
        Attribute("members", \.members, .relationship(.nullify)),
        Attribute("country", \.country, .relationship(.cascade)))
}

extension Council.Country: Entity {
    static let entityName = "Country"
    static let schema = EntitySchema(
        Self.init(id:capital:), Attribute("id", \.id),
        Attribute("capital", \.capital, .relationship(.deny)),
        inverses: [Inverse("cities", \.cities, of: \Council.City.Fields.country)])
}
