import Foundation
import Nacre

/// A person who governs cities.
@Entity
struct Person: Hashable {
    let id: String
    @Attribute(.length(1...80)) var name: String
    var born: Date?
    @Relationship(inverse: \City.mayor) var cities: ToMany<City>
}
