import Foundation
import Nacre

// error: lifetime-dependent variable 'changes' escapes its scope
func leavingTransaction(_ store: Store) throws {
    var kept: [() throws -> Int] = []
    try store.performChanges { changes in kept.append { try changes.count(City.all) } }
    _ = kept
}
