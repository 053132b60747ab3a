import Foundation
import Nacre

// error: 'street' is inside of an @Embedded struct
@Embedded struct Yard {
    @Attribute(.unique) var street: String
}
