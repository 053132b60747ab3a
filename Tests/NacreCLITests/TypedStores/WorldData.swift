import Foundation
import Nacre

/// The published data, read without the code under test.
struct WorldData {
    var countries: [Country] = []
    var states: [State] = []
    var cities: [City] = []

    init() throws {
        countries = try Self.lines("countries.jsonl").map { (raw: RawCountry) in raw.country }
        cities = try Self.lines("cities.jsonl").map { (raw: RawCity) in raw.city }
        states = try Self.states()
    }

    private static func lines<Raw: Decodable>(_ name: String) throws -> [Raw] {
        let decoder = JSONDecoder()
        return try RealData.lines(name).map { try decoder.decode(Raw.self, from: Data($0.utf8)) }
    }

    /// Reads the states. The only quoted fields with commas in the file are names.
    private static func states() throws -> [State] {
        var lines = try RealData.lines("states.csv").map { fields(of: $0) }
        let names = lines.removeFirst()
        return lines.map { line in
            let row = Dictionary(uniqueKeysWithValues: zip(names, line))
            func number(_ name: String) -> Int? { row[name].flatMap { Int($0) } }
            let center = row["latitude"].flatMap { Double($0) }.map {
                Coordinates(
                    latitude: $0, longitude: row["longitude"].flatMap { Double($0) } ?? 0)
            }
            return State(
                id: number("id") ?? 0, name: row["name"] ?? "",
                country: Ref(id: number("country_id") ?? 0),
                type: row["type"].flatMap { $0.isEmpty ? nil : $0 },
                parent: number("parent_id").map { Ref(id: $0) }, center: center,
                population: number("population"))
        }
    }

    private static func fields(of line: String) -> [String] {
        var fields: [String] = [""]
        var isQuoted = false
        for character in line where character != "\r" {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }

    static func date(_ text: String) -> Date {
        (try? Date(text + "Z", strategy: .iso8601)) ?? .distantPast
    }
}

private struct RawCountry: Decodable {
    var id: Int
    var name, iso2, native, region, latitude, longitude, created_at: String
    var population, gdp: Int?
    var area_sq_km: Double
    var timezones: [TimeZoneEntry]
    var translations: [String: String]

    var country: Country {
        Country(
            id: id, iso2: iso2, name: name, native: native,
            region: Region(rawValue: region) ?? .none, population: population, gdp: gdp,
            area: area_sq_km,
            center: Coordinates(
                latitude: Double(latitude) ?? 0, longitude: Double(longitude) ?? 0),
            timezones: timezones, translations: translations,
            created: WorldData.date(created_at))
    }
}

private struct RawCity: Decodable {
    var id, state_id, country_id: Int
    var name, type, latitude, longitude, created_at, updated_at: String
    var population: Int?
    var translations: [String: String]?
    var wikiDataId: String?

    var city: City {
        City(
            id: id, name: name, state: Ref(id: state_id), country: Ref(id: country_id),
            type: type,
            center: Coordinates(
                latitude: Double(latitude) ?? 0, longitude: Double(longitude) ?? 0),
            population: population, translations: translations,
            created: WorldData.date(created_at), updated: WorldData.date(updated_at),
            wikiData: wikiDataId)
    }
}
