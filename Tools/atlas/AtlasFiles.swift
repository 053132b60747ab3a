import Foundation
import Nacre

/// Reads the two files of sample data.
struct AtlasFiles {
    let folder: URL

    func countries() throws -> [Country] {
        let text = try String(
            contentsOf: folder.appending(path: "countries.jsonl"), encoding: .utf8)
        let decoder = JSONDecoder()
        return try text.split(separator: "\n").map { line in
            try decoder.decode(CountryLine.self, from: Data(line.utf8)).country
        }
    }

    func cities() throws -> [CityLine] {
        let text = try String(contentsOf: folder.appending(path: "cities.csv"), encoding: .utf8)
        return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            CityLine(Self.fields(of: line))
        }
    }

    /// Returns the fields of a line of CSV, without the quotation marks around them. No field of
    /// the sample spans two lines.
    private static func fields(of line: Substring) -> [String] {
        var fields = [""]
        var isQuoted = false
        var afterQuote = false
        for character in line {
            let isSecondQuote = afterQuote && character == "\""
            afterQuote = false
            switch character {
            case "\"":
                // Two in a row stand for one.
                if isSecondQuote { fields[fields.count - 1].append(character) }
                afterQuote = isQuoted
                isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}

/// A line of `countries.jsonl`.
private struct CountryLine: Decodable {
    var code: String
    var name: String
    var native: String
    var continent: String
    var population: Int
    var area: Double
    var languages: [String]
    var names: [String: String]
    var landlocked: Bool

    var country: Country {
        Country(
            id: code, name: name, native: native,
            continent: Continent(rawValue: continent) ?? .europe, population: population,
            area: area, languages: languages, names: names, isLandlocked: landlocked)
    }
}

/// A line of `cities.csv`.
struct CityLine {
    private let fields: [String]

    init(_ fields: [String]) { self.fields = fields }

    private func field(_ index: Int) -> String? {
        fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
    }

    var city: City {
        City(
            name: field(1) ?? "", country: Ref(id: field(2) ?? ""),
            population: field(3).flatMap { Int($0) } ?? 0,
            location: Location(
                latitude: field(4).flatMap { Double($0) } ?? 0,
                longitude: field(5).flatMap { Double($0) } ?? 0,
                elevation: field(6).flatMap { Int($0) }),
            founded: field(7).flatMap { try? Date("\($0)T00:00:00Z", strategy: .iso8601) },
            isCapital: field(8) == "true", note: field(9))
    }
}
