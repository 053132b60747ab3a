import Foundation
import Nacre

// error: cannot convert value of type 'Filter<Person>'
func filterOfAnotherEntity() { _ = City.where(Filter<Person> { $0.name == "x" }) }
