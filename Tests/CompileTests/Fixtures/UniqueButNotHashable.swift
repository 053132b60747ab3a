import Foundation
import Nacre

// error: static method 'balance' requires that 'Money' conform to 'Hashable'
struct Money: Storable, Codable { var cents: Int }

@Entity struct Account {
    @Attribute(.unique) var balance: Money
}
