import Foundation
import Nacre

// error: if its stages keep the order, say keepsOrder: true
func rangeOnTransformed() { _ = City.where { (Date.distantPast...).contains($0.founded) } }
