import Foundation
import Nacre

/// A city. It stays if its state is deleted, and is deleted with its country.
@Entity
struct City: Hashable {
    #Index<City>([\.country, \.name])
    let id: Int
    @Attribute(.indexed, .length(1...)) var name: String
    var kind: Kind
    var place: Place
    @Attribute(.indexed, .range(0...)) var population: Int?
    var updated: Date?
    @Relationship(.cascade) var country: Ref<Country>
    @Relationship(.nullify) var state: Ref<State>?
    @Relationship(.nullify) @Attribute(.indexed) var mayor: Ref<Person>?

    static let defaultSort: Sorting<City> = [\.population.descending, \.name.ascending]
}

/// The kind of a city. The places that count as cities differ from country to country.
enum Kind: String, Storable, CaseIterable {
    case city, capital, district, section, municipality, locality, settlement, cities
    case adm1, adm2, adm3, adm4
}

/// A point on the Earth, in degrees.
@Embedded
struct Place: Hashable {
    var latitude: Double
    var longitude: Double
}
