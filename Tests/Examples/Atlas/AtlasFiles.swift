import Foundation
import Nacre

/// The published files of the countries, states and cities database, one object per line.
struct AtlasFiles {
    let folder: URL

    var exist: Bool { FileManager.default.fileExists(atPath: url("cities.jsonl").path) }

    /// Returns the data, or nil if the files are missing.
    func data() throws -> AtlasData? {
        guard exist else { return nil }
        return AtlasData(
            countries: try objects("countries.jsonl", CountryLine.self).map(\.country),
            states: try lines("states.csv").dropFirst().compactMap { State(line: $0) },
            cities: try objects("cities.jsonl", CityLine.self).map(\.city), people: [])
    }

    private func url(_ name: String) -> URL { folder.appending(path: name) }

    private func objects<Line: Decodable>(_ name: String, _ type: Line.Type) throws -> [Line] {
        let decoder = JSONDecoder()
        return try lines(name).map { try decoder.decode(type, from: Data($0.utf8)) }
    }

    private func lines(_ name: String) throws -> [Substring] {
        try String(contentsOf: url(name), encoding: .utf8).split(whereSeparator: \.isNewline)
    }
}

extension Substring {
    /// The fields of a line of CSV, without their enclosing quotation marks. A doubled quotation
    /// mark inside a field is an escaped one.
    fileprivate var fields: [String] {
        var fields = [""]
        let parts = split(separator: "\"", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            let isQuoted = !place.isMultiple(of: 2)
            let pieces =
                isQuoted ? [part] : part.split(separator: ",", omittingEmptySubsequences: false)
            let isMark = part.isEmpty && !isQuoted && place > 0 && place < parts.count - 1
            fields[fields.count - 1] += isMark ? "\"" : pieces[0]
            fields += pieces.dropFirst().map { String($0) }
        }
        return fields
    }
}

/// A line of `countries.jsonl`.
private struct CountryLine: Decodable {
    struct Zone: Decodable {
        var zoneName: String
        var gmtOffset: Int32
    }

    var id: Int
    var name: String
    var iso2: String
    var native: String?
    var capital: String?
    var region: String?
    var population: Int?
    var area_sq_km: Double?
    var timezones: [Zone]
    var translations: [String: String]

    var country: Country {
        Country(
            id: id, code: iso2, name: name, native: native, capital: capital, region: region,
            population: population, area: area_sq_km,
            timeZones: timezones.map { TimeZone(name: $0.zoneName, offset: $0.gmtOffset) },
            translations: translations)
    }
}

/// A line of `cities.jsonl`.
private struct CityLine: Decodable {
    var id: Int
    var name: String
    var type: String
    var state_id: Int
    var country_id: Int
    var latitude: String
    var longitude: String
    var population: Int?
    var updated_at: String

    var city: City {
        let place = Place(
            latitude: Double(latitude) ?? 0, longitude: Double(longitude) ?? 0)
        return City(
            id: id, name: name, kind: Kind(rawValue: type) ?? .city, place: place,
            population: population, updated: try? Date(updated_at + "Z", strategy: .iso8601),
            country: Ref(id: country_id), state: Ref(id: state_id), mayor: nil)
    }
}

extension State {
    /// Parses a line of `states.csv`; fails if it is not a state's.
    fileprivate init?(line: Substring) {
        let fields = line.fields
        guard fields.count == 17, let id = Int(fields[0]), let country = Int(fields[2]) else {
            return nil
        }
        func text(_ place: Int) -> String? { fields[place].isEmpty ? nil : fields[place] }
        self.init(
            id: id, name: fields[1], native: text(11), kind: text(8),
            population: Int(fields[16]), country: Ref(id: country))
    }
}
