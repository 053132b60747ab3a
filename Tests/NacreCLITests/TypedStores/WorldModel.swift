import Foundation
import Nacre

// The countries, states and cities of the real data as a user would declare them for Nacre.

enum Region: String, Storable, CaseIterable {
    case africa = "Africa"
    case americas = "Americas"
    case asia = "Asia"
    case europe = "Europe"
    case oceania = "Oceania"
    case polar = "Polar"
    case none = ""
}

struct TimeZoneEntry: Codable, Hashable, Storable {
    var zoneName: String
    var gmtOffset: Int
    var gmtOffsetName: String
    var abbreviation: String
    var tzName: String
}

@Embedded
struct Coordinates: Hashable {
    var latitude: Double
    var longitude: Double
}

@Entity
struct Country: Hashable {
    let id: Int
    @Attribute(.unique) var iso2: String
    var name: String
    var native: String
    var region: Region
    var population: Int?
    var gdp: Int?
    var area: Double
    var center: Coordinates
    var timezones: [TimeZoneEntry]
    @Attribute(.transformed(by: .json, .lz4)) var translations: [String: String]
    var created: Date
}

@Entity
struct State: Hashable {
    let id: Int
    var name: String
    var country: Ref<Country>
    var type: String?
    /// The parent. One parent in the data is not a state.
    @Relationship(.noAction) var parent: Ref<State>?
    var center: Coordinates?
    var population: Int?
}

@Entity
struct City: Hashable {
    let id: Int
    @Attribute(.indexed) var name: String
    /// The state. Those of some cities are not among the states.
    @Relationship(.noAction) var state: Ref<State>
    var country: Ref<Country>
    var type: String
    var center: Coordinates
    var population: Int?
    var translations: [String: String]?
    var created: Date
    var updated: Date
    var wikiData: String?
}
