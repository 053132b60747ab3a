import Foundation
import Nacre

/// The status of a city, stored by raw value in every peer.
enum Status: Int32, CaseIterable, Storable {
    case planned, growing, stable, shrinking, abandoned, unknown
}

/// The entity of all rows: short and long strings, numbers, optionals, an enum. Each peer keeps
/// four indexes of it in addition to its id: `geonameID`, `name`, `country` and `population`.
@Entity
struct City: Equatable {
    let id: Int64
    @Attribute(.unique) var geonameID: Int64
    @Attribute(.indexed) var name: String
    @Attribute(.indexed) var country: String
    @Attribute(.indexed) var population: Int64
    var latitude: Double
    var longitude: Double
    var elevation: Int32?
    var founded: Date?
    var status: Status
    var note: String
}
