import Foundation
import Nacre

// error: cannot convert value of type 'Int' to expected argument type
func collectionContains() { _ = City.where { $0.tags.contains(5) } }
