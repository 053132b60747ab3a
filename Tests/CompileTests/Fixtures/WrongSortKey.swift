import Foundation
import Nacre

// error: 'City.Fields' has no member 'born'
func wrongSortKey() { _ = City.all.sorted(\.born.ascending) }
