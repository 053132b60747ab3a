import Foundation
import Nacre

// error: requires that 'Keeps.Equality' conform to 'OrderPromise'
func minOfTransformed(_ store: Store) throws { _ = try store.min(\.founded, City.all) }
