import Foundation
import Nacre

/// The data of an atlas.
struct AtlasData: Sendable {
    var countries: [Country]
    var states: [State]
    var cities: [City]
    var people: [Person]
}

extension AtlasData {
    /// A few objects of each entity, if there is no other data.
    static let small = AtlasData(
        countries: [
            Country(
                id: 165, code: "NO", name: "Norway", native: "Norge", capital: "Oslo",
                region: "Europe", population: 5_600_000, area: 385_207,
                timeZones: [TimeZone(name: "Europe/Oslo", offset: 3600)],
                translations: ["de": "Norwegen", "fr": "Norv\u{e8}ge"]),
            Country(
                id: 214, code: "CH", name: "Switzerland", native: "Schweiz", capital: "Bern",
                region: "Europe", population: 9_000_000, area: 41_285,
                timeZones: [TimeZone(name: "Europe/Zurich", offset: 3600)],
                translations: ["de": "Schweiz", "fr": "Suisse"]),
            Country(
                id: 35, code: "BT", name: "Bhutan", native: nil, capital: "Thimphu",
                region: "Asia", population: nil, area: 38_394, timeZones: []),
        ],
        states: [
            State(
                id: 1, name: "Oslo", native: nil, kind: "county", population: 717_000,
                country: Ref(id: 165)),
            State(
                id: 2, name: "Vestland", native: nil, kind: "county", population: nil,
                country: Ref(id: 165)),
            State(
                id: 3, name: "Z\u{fc}rich", native: nil, kind: "canton", population: 1_600_000,
                country: Ref(id: 214)),
        ],
        cities: [
            city(1, "Oslo", .capital, 59.91, 10.75, 717_000, country: 165, state: 1),
            city(2, "Bergen", .city, 60.39, 5.32, 291_000, country: 165, state: 2),
            city(3, "Voss", .municipality, 60.63, 6.42, 15_900, country: 165, state: 2),
            city(4, "Z\u{fc}rich", .city, 47.38, 8.54, 436_000, country: 214, state: 3),
            city(5, "Winterthur", .city, 47.5, 8.72, 120_000, country: 214, state: 3),
            city(6, "Bern", .capital, 46.95, 7.45, 137_000, country: 214, state: nil),
            city(7, "Thimphu", .capital, 27.47, 89.64, nil, country: 35, state: nil),
        ],
        people: [
            Person(id: "lindboe", name: "Anne Lindboe", born: nil),
            Person(id: "mauch", name: "Corine Mauch", born: Date(timeIntervalSince1970: -3e8)),
        ])

    private static func city(
        _ id: Int, _ name: String, _ kind: Kind, _ latitude: Double, _ longitude: Double,
        _ population: Int?, country: Int, state: Int?
    ) -> City {
        City(
            id: id, name: name, kind: kind, place: Place(latitude: latitude, longitude: longitude),
            population: population, updated: nil, country: Ref(id: country),
            state: state.map { Ref(id: $0) }, mayor: nil)
    }
}

extension City {
    /// Returns a similar city with another name and id.
    func renamed(to name: String, id: Int) -> City {
        City(
            id: id, name: name, kind: kind, place: place, population: population, updated: updated,
            country: country, state: state, mayor: mayor)
    }
}
