import Foundation
import Nacre

// The contents of the atlas. Ordinary structs: @Entity writes everything that a store needs.

/// A continent, stored by raw value; a filter compares cases.
enum Continent: String, Storable {
    case africa = "Africa"
    case asia = "Asia"
    case europe = "Europe"
    case northAmerica = "North America"
    case oceania = "Oceania"
    case southAmerica = "South America"
}

/// A location, stored inside its owner; filters reach its properties: `$0.location.elevation`.
@Embedded
struct Location: Equatable {
    var latitude: Double
    var longitude: Double
    /// The elevation, in metres above sea level.
    var elevation: Int?
}

@Entity
struct Country: Equatable {
    #Search<Country>([\.name, \.native, \.names], weights: [\.name: 2])

    /// The country code of two letters.
    let id: String
    @Attribute(.unique) var name: String
    var native: String
    var continent: Continent
    var population: Int
    /// The area, in square kilometres.
    var area: Double
    var languages: [String]
    /// The names by language code. Rarely read, so they are stored compressed; a search reads them
    /// all the same.
    @Attribute(.transformed(by: .json, .lz4)) var names: [String: String] = [:]
    var isLandlocked: Bool

    /// The names in all languages, each once.
    var allNames: String {
        Set([name, native] + names.values).sorted().joined(separator: ", ")
    }
}

/// A city, which has no property `id`, so the macro adds one.
@Entity
struct City: Equatable {
    @Attribute(.indexed, .searchable(weight: 4)) var name: String
    var country: Ref<Country>
    @Attribute(.indexed) var population: Int
    var location: Location
    var founded: Date?
    var isCapital: Bool = false
    @Attribute(.searchable) var note: String?

    static let defaultSort: Sorting<City> = [\.population.descending, \.name.ascending]
}
