import Foundation
import Nacre

// error: 'contains(_:ignoringCase:)' on 'Field' requires that '[String]' conform
func collectionContains() { _ = City.where { $0.tags.contains("x") } }
