import Foundation
import Nacre

// error: cannot convert value of type 'String' to expected argument type 'Int'
func wrongValueType() { _ = City.where { $0.population == "x" } }
