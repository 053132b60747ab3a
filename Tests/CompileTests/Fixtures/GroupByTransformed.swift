import Foundation
import Nacre

// error: requires that 'TransformedField<City, Date>' conform to 'SingleField'
func groupByTransformed(_ store: Store) throws {
    _ = try store.group(City.all, by: \.founded, .count)
}
