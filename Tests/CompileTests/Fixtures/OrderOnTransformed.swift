import Foundation
import Nacre

// error: if its stages keep the order, say keepsOrder: true
func orderOnTransformed() { _ = City.where { $0.founded < .distantPast } }
