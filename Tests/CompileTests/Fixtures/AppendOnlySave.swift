import Foundation
import Nacre

// error: requires the types 'Receipt.Mutability' (aka 'AppendOnly') and 'Mutable' be equivalent
@Entity struct Receipt {
    typealias Mutability = AppendOnly
    let id: Int
    var amount: Int
}

func save(_ changes: WriteTransaction) throws {
    try changes.findOrInsert(Receipt.self, 1) { Receipt(id: 1, amount: 2) }
    try changes.save(Receipt(id: 1, amount: 3))
}
