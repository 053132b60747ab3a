import Foundation
import Nacre

// error: 'City.Fields' has no member 'born'
func keyOfAnotherEntity(_ store: Store) throws { _ = try store.fetch(\.born, City.all) }
