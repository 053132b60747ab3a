import Foundation
import Nacre

// error: requires the types 'Payment.Mutability' (aka 'AppendOnly') and 'Mutable' be equivalent
@Entity struct Payment {
    typealias Mutability = AppendOnly
    let id: Int
    var amount: Int
}

func delete(_ changes: WriteTransaction) throws {
    try changes.insert(Payment(id: 1, amount: 2))
    try changes.delete(1, of: Payment.self)
}
