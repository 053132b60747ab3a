import Foundation
import Nacre

// error: requires the types 'Payment.Mutability' (aka 'AppendOnly') and 'Mutable' be equivalent
@Entity struct Payment {
    typealias Mutability = AppendOnly
    let id: Int
    var amount: Int
}

func save(_ changes: WriteTransaction) throws {
    try changes.findOrInsert(Payment.self, 1) { Payment(id: 1, amount: 2) }
    try changes.save(Payment(id: 1, amount: 3))
}
