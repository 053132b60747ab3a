import Foundation
import Nacre

// error: Person
@Entity struct Dog {
    let id: Int
    @Relationship(inverse: \City.mayor) var cities: ToMany<City>
}
