import Foundation
import Nacre

/// An application's own layer over a store: its operations on countries, states, cities and people.
/// Every method is a change or a read; none depends on the stored form.
struct Atlas: Sendable {
    let store: Store

    /// Opens the atlas at a path, or makes it there.
    init(at path: String) throws {
        store = try Store(at: path, Country.self, State.self, City.self, Person.self)
    }

    /// Makes an atlas that ends with the process: for previews and tests.
    static func inMemory() throws -> Atlas {
        Atlas(store: try .inMemory(Country.self, State.self, City.self, Person.self))
    }

    private init(store: Store) { self.store = store }

    // MARK: Loading

    /// Loads the data, also repeatedly: an object replaces the existing one with its id.
    func load(_ data: AtlasData) throws {
        try store.performChanges(author: "load") { changes in
            try changes.upsert(contentsOf: data.countries)
            try changes.upsert(contentsOf: data.states)
            try changes.upsert(contentsOf: data.people)
            try changes.upsert(contentsOf: data.cities)
        }
    }

    // MARK: Queries

    func country(_ code: String) throws -> Country? {
        try store.find(Country.self, \.code, code)
    }

    /// Returns the most populous cities of a country.
    func largest(_ count: Int, in country: Country) throws -> [City] {
        try store.fetch(country.cities.request.sorted(\.population.descending).limit(count))
    }

    /// Returns cities whose names begin with a text as typed, whatever its case and accents.
    func suggestions(for text: String, limit: Int = 10) throws -> [City] {
        try store.fetch(
            City.where {
                $0.name.hasPrefix(text, ignoringCase: true, ignoringDiacritics: true)
            }
            .sorted(\.name.ascending).limit(limit))
    }

    /// Returns the cities inside a rectangle of the map.
    func cities(
        latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>
    ) throws -> [City] {
        try store.fetch(
            City.sortedFetchRequest.where {
                latitudes.contains($0.place.latitude) && longitudes.contains($0.place.longitude)
            })
    }

    /// Returns the number of cities of each country, and the number of people who live in them.
    func census() throws -> [(country: String, cities: Int, people: Int)] {
        try store.group(City.all, by: \.country.name, .count, .sum(\.population)).map { group in
            (group.key ?? "nowhere", group.values.0, group.values.1)
        }
    }

    /// Returns the people who govern several cities, one of which has at least a million
    /// inhabitants.
    func busyMayors() throws -> [Person] {
        try store.fetch(
            Person.where { person in
                person.cities.count >= 2 && person.cities.contains { $0.population >= 1_000_000 }
            })
    }

    // MARK: Changes

    func elect(_ person: Person, in city: City) throws {
        try store.performChanges(author: "election") { changes in
            try changes.save(person)
            try changes.update(City.self, city.id) { $0.mayor = Ref(person) }
        }
    }

    /// Merges two cities: the other one gets the people of the first.
    func merge(_ city: City, into other: City) throws {
        try store.performChanges(author: "merger") { changes in
            try changes.update(City.self, other.id) {
                $0.population = ($0.population ?? 0) + (city.population ?? 0)
            }
            try changes.delete(city)
        }
    }

    /// Deletes a country that no longer exists, with its states and cities.
    func dissolve(_ country: Country) throws {
        try store.performChanges(author: "history") { try $0.delete(country) }
    }
}
