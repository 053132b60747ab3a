import Foundation
import Nacre

// error: 'TransformedField<City, Date>'
func orderOnTransformed() { _ = City.where { $0.founded < .distantPast } }
