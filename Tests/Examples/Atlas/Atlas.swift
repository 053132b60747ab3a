import Foundation
import Nacre

/// An application's own layer over a store: what it does with countries, states, cities and people.
/// Every method is a change or a question; nothing here knows how anything is stored.
struct Atlas: Sendable {
    let store: Store

    /// Opens the atlas at a path, or makes it there.
    init(at path: String) throws {
        store = try Store(at: path, Country.self, State.self, City.self, Person.self)
    }

    /// One that is gone with the process: for previews and tests.
    static func inMemory() throws -> Atlas {
        Atlas(store: try .inMemory(Country.self, State.self, City.self, Person.self))
    }

    private init(store: Store) { self.store = store }

    // MARK: Filling it

    /// Loads or loads again: what has the id of something that is there replaces it.
    func load(_ data: AtlasData) throws {
        try store.performChanges(author: "load") { changes in
            try changes.upsert(contentsOf: data.countries)
            try changes.upsert(contentsOf: data.states)
            try changes.upsert(contentsOf: data.people)
            try changes.upsert(contentsOf: data.cities)
        }
    }

    // MARK: Asking

    func country(_ code: String) throws -> Country? {
        try store.find(Country.self, \.code, code)
    }

    /// The most populous cities of a country.
    func largest(_ count: Int, in country: Country) throws -> [City] {
        try store.fetch(country.cities.request.sorted(\.population.descending).limit(count))
    }

    /// Cities whose names begin like a text, whatever its case and accents, as somebody types it.
    func suggestions(for text: String, limit: Int = 10) throws -> [City] {
        try store.fetch(
            City.where {
                $0.name.hasPrefix(text, ignoringCase: true, ignoringDiacritics: true)
            }
            .sorted(\.name.ascending).limit(limit))
    }

    /// Cities inside of a rectangle of the map.
    func cities(
        latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>
    ) throws -> [City] {
        try store.fetch(
            City.sortedFetchRequest.where {
                latitudes.contains($0.place.latitude) && longitudes.contains($0.place.longitude)
            })
    }

    /// How many cities each country has, and how many people live in them.
    func census() throws -> [(country: String, cities: Int, people: Int)] {
        try store.group(City.all, by: \.country.name, .count, .sum(\.population)).map { group in
            (group.key ?? "nowhere", group.values.0, group.values.1)
        }
    }

    /// People who govern several cities of which one has a million inhabitants or more.
    func busyMayors() throws -> [Person] {
        try store.fetch(
            Person.where { person in
                person.cities.count >= 2 && person.cities.contains { $0.population >= 1_000_000 }
            })
    }

    // MARK: Changing

    func elect(_ person: Person, in city: City) throws {
        try store.performChanges(author: "election") { changes in
            try changes.save(person)
            try changes.update(city.id, of: City.self) { $0.mayor = Ref(person) }
        }
    }

    /// Makes one city of two: the larger one gets the people of the other.
    func merge(_ city: City, into other: City) throws {
        try store.performChanges(author: "merger") { changes in
            try changes.update(other.id, of: City.self) {
                $0.population = ($0.population ?? 0) + (city.population ?? 0)
            }
            try changes.delete(city)
        }
    }

    /// A country that is no more, with its states and cities.
    func dissolve(_ country: Country) throws {
        try store.performChanges(author: "history") { try $0.delete(country) }
    }
}
