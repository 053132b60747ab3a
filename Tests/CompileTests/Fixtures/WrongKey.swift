import Foundation
import Nacre

// error: has no member 'nmae'
func wrongKey() { _ = City.where { $0.nmae == "x" } }
