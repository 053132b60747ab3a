import Foundation
import Nacre

// The same data as the tool's import has stored it, with types over it: names are mapped, and the
// types are the inferred ones.

@Entity
struct ImportedCountry {
    static let entityName = "Country"

    let id: Int
    var name: String
    var iso2: String
    var region: Region
    @Attribute(.named("region_id")) var regionID: Int?
    var population: Int?
    var gdp: Int?
    @Attribute(.named("area_sq_km")) var area: Double
    var timezones: [TimeZoneEntry]
    var translations: [String: String]
}

@Entity
struct ImportedCity {
    static let entityName = "City"

    let id: Int
    var name: String
    @Attribute(.named("state_id")) var stateID: Int
    @Attribute(.named("country_id")) var country: Ref<ImportedCountry>
    var type: String
    var level: String?
    var latitude: String
    var population: Int?
    var translations: [String: String]?
    @Attribute(.named("created_at")) var created: String
    @Attribute(.named("wikiDataId")) var wikiData: String?
}

@Entity
struct ImportedState {
    static let entityName = "State"

    let id: Int
    var name: String
    @Attribute(.named("country_id")) var country: Ref<ImportedCountry>
    var type: String?
    @Attribute(.named("parent_id")) var parent: Ref<ImportedState>?
    var latitude: Decimal?
    @Attribute(.named("fips_code")) var fipsCode: String?
    var population: Int?
}
