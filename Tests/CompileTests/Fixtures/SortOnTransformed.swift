import Foundation
import Nacre

// error: if its stages keep the order, say keepsOrder: true
func sortOnTransformed() { _ = City.all.sorted(\.founded.ascending) }
