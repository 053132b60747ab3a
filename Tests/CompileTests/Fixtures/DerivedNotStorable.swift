import Foundation
import Nacre

// error: requires that 'Thing' conform to 'AttributeValue'
struct Thing {}

@Entity struct Friend {
    let id: Int
    @Derived var thing: Thing { Thing() }
}
