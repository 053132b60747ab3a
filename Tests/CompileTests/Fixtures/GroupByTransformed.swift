import Foundation
import Nacre

// error: requires that 'Keeps.Equality' conform to 'OrderPromise'
func groupByTransformed(_ store: Store) throws {
    _ = try store.group(City.all, by: \.founded, .count)
}
