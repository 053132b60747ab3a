import Foundation
import Nacre

// error: requires that 'WriteTransaction' conform to 'Escapable'
func returnedTransaction(_ store: Store) throws {
    let changes: WriteTransaction = try store.performChanges { changes in return changes }
    _ = changes
}
