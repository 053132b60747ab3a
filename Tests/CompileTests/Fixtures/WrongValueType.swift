import Foundation
import Nacre

// error: 'Field<City, Int>' and 'String'
func wrongValueType() { _ = City.where { $0.population == "x" } }
