import Foundation
import Nacre

// error: has no dynamic member 'nam'
func unknownThroughReference() { _ = City.where { $0.mayor.nam == "Anne" } }
