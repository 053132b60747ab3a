import Foundation
import Nacre

// error: 'City.UniqueFields' has no member 'country'
func findByOrdinaryKey(_ store: Store) throws { _ = try store.find(City.self, \.country, "NO") }
