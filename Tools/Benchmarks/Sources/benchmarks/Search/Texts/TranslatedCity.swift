import Foundation

/// A city with its names in several languages.
struct TranslatedCity: Decodable {
    let name: String
    let translations: [String: String]?

    /// Reads the cities in a file, one in each line.
    static func texts(in path: String) throws -> [NamedText] {
        let lines = try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n"))
        return try lines.map { line in
            let city = try JSONDecoder().decode(TranslatedCity.self, from: line)
            let names = (city.translations ?? [:]).sorted { $0.key < $1.key }.map(\.value)
            return NamedText(name: city.name, text: names.joined(separator: "\n"))
        }
    }
}
