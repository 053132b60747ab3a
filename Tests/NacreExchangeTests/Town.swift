import Foundation
import Nacre

enum TownStatus: String, Storable { case active, planned }

@Embedded struct Place: Equatable {
    var latitude: Double
    var longitude: Double
}

@Entity struct Town: Equatable {
    @Attribute(.unique) var code: String
    var name: String
    @Attribute(.range(0...)) var population: Int = 0
    var founded: Date?
    var status: TownStatus = .active
    var tags: [String] = []
    var place: Place?
    var center: Place = Place(latitude: 0, longitude: 0)
}

@Entity struct Mayor {
    let id: Int
    var name: String
    @Relationship(.nullify) var town: Ref<Town>?
}
