import Foundation
import Nacre

// error: requires that 'TransformedField<City, Date>' conform to 'ComparableField'
func minOfTransformed(_ store: Store) throws { _ = try store.min(\.founded, City.all) }
