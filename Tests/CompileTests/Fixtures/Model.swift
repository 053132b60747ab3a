import Foundation
import Nacre

// The entities that the other files use. Each of them is compiled together with this one.

enum Status: Int, Storable { case planned, active }

@Embedded struct Address: Hashable {
    var street: String
    var city: String = ""
}

@Entity struct Person {
    let id: String
    var name: String
    var born: Date?
    @Relationship(inverse: \City.mayor) var cities: ToMany<City>
}

@Entity struct City {
    #Index<City>([\.country, \.name])
    @Attribute(.unique) var code: String
    @Attribute(.indexed) var name: String
    var country: String
    var population: Int = 0
    var status: Status
    var townHall: Address?
    var tags: [String] = []
    @Attribute(.transformed(by: .isoDate)) var founded: Date = .distantPast
    var mayor: Ref<Person>?
}
