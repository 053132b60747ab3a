import Foundation
import Nacre

// error: say which way: \.name.ascending or \.name.descending
func sortWithoutDirection() { _ = City.all.sorted(\.name) }
