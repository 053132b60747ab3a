import Foundation
import Nacre

// error: requires the types 'Payment.Mutability' (aka 'AppendOnly') and 'Mutable' be equivalent
@Entity struct Payment {
    typealias Mutability = AppendOnly
    let id: Int
    var amount: Int
}

func update(_ changes: WriteTransaction) throws {
    try changes.insert(Payment(id: 1, amount: 2))
    try changes.update(Payment.self, 1) { $0.amount = 3 }
}
