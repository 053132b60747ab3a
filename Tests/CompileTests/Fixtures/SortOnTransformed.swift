import Foundation
import Nacre

// error: 'TransformedField<City, Date>' has no member 'ascending'
func sortOnTransformed() { _ = City.all.sorted(\.founded.ascending) }
