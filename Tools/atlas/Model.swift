import Foundation
import Nacre

// What the atlas holds. Ordinary structs: @Entity writes everything that a store needs to know.

/// Stored by raw value; a filter compares cases.
enum Continent: String, Storable {
    case africa = "Africa"
    case asia = "Asia"
    case europe = "Europe"
    case northAmerica = "North America"
    case oceania = "Oceania"
    case southAmerica = "South America"
}

/// Stored inside of its owner; filters reach its properties: `$0.location.elevation`.
@Embedded
struct Location: Equatable {
    var latitude: Double
    var longitude: Double
    /// In metres above the sea.
    var elevation: Int?
}

@Entity
struct Country: Equatable {
    /// The code of two letters that the world knows it by.
    let id: String
    @Attribute(.unique) var name: String
    var native: String
    var continent: Continent
    var population: Int
    /// In square kilometres.
    var area: Double
    var languages: [String]
    /// By language code. Rarely read and never filtered: kept small.
    @Attribute(.transformed(by: .json, .lz4)) var names: [String: String] = [:]
    var isLandlocked: Bool
}

/// Without an id of its own, so the macro adds one.
@Entity
struct City: Equatable {
    @Attribute(.indexed) var name: String
    var country: Ref<Country>
    @Attribute(.indexed) var population: Int
    var location: Location
    var founded: Date?
    var isCapital: Bool = false
    var note: String?

    static let defaultSort: Sorting<City> = [\.population.descending, \.name.ascending]
}
