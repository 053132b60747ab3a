import Foundation
import Nacre

// error: requires that 'Ref<Person>?' conform to 'Embedded'
func pathThroughReference() { _ = City.where { $0.mayor.name == "x" } }
