import Foundation
import Nacre

// error: requires the types 'Deposit.Mutability' (aka 'AppendOnly') and 'Mutable' be equivalent
@Entity struct Deposit {
    typealias Mutability = AppendOnly
    let id: Int
    var amount: Int
}

func delete(_ changes: WriteTransaction) throws {
    try changes.insert(Deposit(id: 1, amount: 2))
    try changes.delete(Deposit.self, 1)
}
