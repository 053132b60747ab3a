import Nacre

/// A country, identified by its number in the data and by its two letters.
@Entity
struct Country: Hashable {
    let id: Int
    @Attribute(.unique, .matching("^[A-Z]{2}$")) var code: String
    @Attribute(.indexed, .length(1...80)) var name: String
    var native: String?
    var capital: String?
    @Attribute(.indexed) var region: String?
    @Attribute(.range(0...)) var population: Int?
    var area: Double?
    var timeZones: [TimeZone] = []
    /// The translations of the name, by language.
    @Attribute(.transformed(by: .json, .lz4)) var translations: [String: String] = [:]
    @Relationship(inverse: \State.country) var states: ToMany<State>
    @Relationship(inverse: \City.country) var cities: ToMany<City>

    static let defaultSort: Sorting<Country> = [\.name.ascending]
}

/// A time zone of a country, which belongs to it and is not an object.
@Embedded
struct TimeZone: Hashable {
    var name: String
    /// The offset from Greenwich, in seconds.
    var offset: Int32
}
