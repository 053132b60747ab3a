import Foundation
import Nacre

// error: requires that 'Thing' conform to 'AttributeValue'
struct Thing {}

@Entity struct Contact {
    let id: Int
    @Derived var thing: Thing { Thing() }
}
