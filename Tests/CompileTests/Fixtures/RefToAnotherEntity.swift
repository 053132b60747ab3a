import Foundation
import Nacre

// error: cannot convert value of type 'Person' to expected argument type 'City'
func refToAnotherEntity(_ person: Person) {
    let mayor: Ref<City> = Ref(person)
    _ = mayor
}
