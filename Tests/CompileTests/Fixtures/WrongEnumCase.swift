import Foundation
import Nacre

// error: has no member 'actve'
func wrongEnumCase() { _ = City.where { $0.status == .actve } }
